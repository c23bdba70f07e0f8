"""What operators read: one event a line, and nothing about a guest in it."""

from __future__ import annotations

import json
import logging
from io import StringIO
from typing import Any

import pytest
import structlog
from django.conf import settings
from django.db import OperationalError, ProgrammingError
from django.test import Client
from psycopg_pool import PoolTimeout
from redis.exceptions import ConnectionError as RedisConnectionError

from apps.infrastructure import credentials, patterns
from concierge_project import logs
from concierge_project.settings import secret_settings

# Browsers and other sites may read these.
PUBLIC_KEYS = {"LANGFUSE_PUBLIC_KEY", "TELNYX_PUBLIC_KEY"}
SECRET = "sams-secret-key"  # noqa: S105 - nobody's


@pytest.fixture
def written() -> StringIO:
    return StringIO()


@pytest.fixture
def logger(written: StringIO) -> logging.Logger:
    handler = logging.StreamHandler(written)
    handler.setFormatter(logs.formatter("json", (SECRET, "")))
    logger = logging.Logger("apps.story")  # noqa: LOG001 - for one test
    logger.addHandler(handler)
    return logger


def line(written: StringIO) -> dict[str, Any]:
    event: dict[str, Any] = json.loads(written.getvalue())
    return event


def test_it_writes_one_event_a_line(logger: logging.Logger, written: StringIO) -> None:
    with structlog.contextvars.bound_contextvars(request_id="r-1"):
        logger.warning("turn %s failed", "t-1", extra={"ms": 12})
    event = line(written)
    assert (event["event"], event["level"]) == ("turn t-1 failed", "warning")
    assert (event["request_id"], event["ms"]) == ("r-1", 12)


def test_it_takes_out_what_identifies_a_guest(
    logger: logging.Logger, written: StringIO
) -> None:
    logger.info("asked %s", "ann@example.com", extra={"note": "call 860-555-0142"})
    assert "ann@" not in written.getvalue()
    assert "555-0142" not in written.getvalue()


def test_it_keeps_traces_and_no_keys(logger: logging.Logger, written: StringIO) -> None:
    try:
        _fail()
    except ValueError:
        logger.exception("it failed")
    assert "in _fail" in line(written)["exception"]
    assert SECRET not in written.getvalue()


def _fail(text: str = SECRET) -> None:
    raise ValueError(f"the provider did not like {text}")


FORGED = "/x\n2026-11-22T00:00:00Z error FORGED\x1b[31m\0\r\x9b\u2028"


def test_it_lets_nobody_forge_a_line(written: StringIO) -> None:
    handler = logging.StreamHandler(written)
    handler.setFormatter(logs.formatter("line", (SECRET,)))
    logger = logging.Logger("apps.story")  # noqa: LOG001 - for one test
    logger.addHandler(handler)
    try:
        _fail(FORGED)
    except ValueError:
        logger.exception("GET %s", FORGED, extra={"note": FORGED})
    first, *trace = written.getvalue().removesuffix("\n").split("\n")
    assert r"GET /x\n2026-11-22T00:00:00Z error FORGED\x1b[31m\x00\r\x9b\u2028" in first
    assert r"note=/x\n2026" in first
    assert all(line.startswith("  ") and line.isprintable() for line in trace)


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/admin/auth/user/?q=quokka", 403),
        ("/admin/catalog/show/?q=%00&name=quokka", 400),
        ("/nowhere/at/all/?q=quokka", 404),
    ],
)
def test_it_says_no_query_of_a_refused_page(
    sam: Client, path: str, status: int
) -> None:
    written = StringIO()
    settings = logs.configuration("INFO", "line", ())
    handler = logging.StreamHandler(written)
    handler.setFormatter(logs.formatter("line", ()))
    handler.addFilter(settings["filters"]["refusals"]["()"]())
    logging.getLogger("django").addHandler(handler)
    try:
        assert sam.get(path).status_code == status
    finally:
        logging.getLogger("django").removeHandler(handler)
    assert written.getvalue().count("\n") == 1
    assert path.partition("?")[0] in written.getvalue()
    assert "quokka" not in written.getvalue()


@pytest.mark.parametrize(
    ("logger_name", "error", "has_trace"),
    [
        ("django.request", OperationalError("away"), False),
        ("apps.conversations", PoolTimeout("away"), False),
        ("celery.app.trace", RedisConnectionError("away"), False),
        ("daphne.server", RuntimeError("the handler is closed"), False),
        ("daphne.server", RuntimeError("a fault"), True),
        ("django.request", ProgrammingError("a fault"), True),
        ("django.request", UnicodeDecodeError("utf-8", b"", 0, 1, "a fault"), True),
    ],
)
def test_it_traces_faults_of_the_program_alone(
    written: StringIO, logger_name: str, error: Exception, has_trace: bool
) -> None:
    settings = logs.configuration("INFO", "json", ())
    handler = logging.StreamHandler(written)
    handler.setFormatter(logs.formatter("json", ()))
    for name in settings["handlers"]["stderr"]["filters"]:
        handler.addFilter(settings["filters"][name]["()"]())
    logger = logging.Logger(logger_name)  # noqa: LOG001 - for one test
    logger.addHandler(handler)
    logger.error("it failed", exc_info=error)
    event = line(written)
    assert ("exception" in event) == has_trace
    assert has_trace or event["error"] == type(error).__name__


ADDRESSES = (
    "postgresql://concierge:hunter2hunter@db.example/concierge",
    "redis://:hunter2hunter@redis.example:6379/0",
    "postgresql://db.example/concierge?user=sam&password=hunter2hunter",
    "host=db.example user=sam password='hunter2hunter' dbname=concierge",
)


@pytest.mark.parametrize("address", ADDRESSES)
def test_it_takes_passwords_out_of_addresses(
    logger: logging.Logger, written: StringIO, address: str
) -> None:
    logger.error("cannot reach %s", address, extra={"tried": [address]})
    try:
        _fail(address)
    except ValueError:
        logger.exception("it failed")
    assert "hunter2" not in written.getvalue()
    assert ".example" in written.getvalue()


def test_it_knows_the_passwords_of_its_own_servers(written: StringIO) -> None:
    url = "postgresql://concierge:hunter%40hunter@db.example/concierge"
    secrets = credentials.passwords(url)
    handler = logging.StreamHandler(written)
    handler.setFormatter(logs.formatter("line", secrets))
    logger = logging.Logger("apps.story")  # noqa: LOG001 - for one test
    logger.addHandler(handler)
    logger.error("password hunter@hunter is wrong, or hunter%40hunter")
    assert "hunter" not in written.getvalue()
    assert not credentials.passwords("redis://:dev@localhost")


def test_it_lists_every_setting_that_is_named_as_a_secret() -> None:
    hint = patterns.compile(r"(^|_)(KEY|KEYS|SECRET|SECRETS|TOKEN|CREDENTIALS)$")
    names = {name for name in dir(settings) if name.isupper() and hint.search(name)}
    assert names - set(settings.SECRET_SETTINGS) == PUBLIC_KEYS


def test_it_hides_passwords_and_each_key_of_several() -> None:
    stored: dict[str, Any] = dict.fromkeys(settings.SECRET_SETTINGS, SECRET)
    stored |= {"OPENAI_SERVER_KEYS": {"groq": "groqs-secret-key"}}
    stored |= {"RESERVATION_SOURCE_KEYS": {}, "CMS_WEBHOOK_SECRETS": {}}
    urls = ("DATABASE_URL", "DATABASE_OWNER_URL", "REDIS_URL", "EMAIL_URL")
    stored |= {name: f"x://sam:word-of-{name}@host" for name in urls}
    hidden = set(secret_settings.values(stored))
    assert hidden == {SECRET, "groqs-secret-key", *(f"word-of-{name}" for name in urls)}
