"""What is logged, and where: one line an event, without personal data or keys."""

from __future__ import annotations

import logging
from collections.abc import MutableMapping
from functools import cache
from typing import Any

import structlog

from apps.infrastructure import credentials
from concierge_project import refusals

HEAD = ("timestamp", "level", "logger", "event")
REFUSED = range(400, 500)
Event = MutableMapping[str, Any]
# httpx writes whole addresses at INFO; a key could stand in one. daphne's access lines
# hold addresses of guests; `middleware/request_log.py` writes its own.
QUIET = (
    "httpx",
    "httpx2",
    "httpcore",
    "httpcore2",
    "google_genai",
    "openai",
    "daphne",
    "asyncio",
    "django.channels",
)
# Loggers of those that read what clients send.
WEB_SERVERS = ("daphne", "uvicorn")


def configuration(level: str, form: str, secrets: tuple[str, ...]) -> dict[str, Any]:
    """`form` is `json` or `line`; `secrets` stand in no line, whoever logs them."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"event": {"()": formatter, "form": form, "secrets": secrets}},
        "handlers": {
            "stderr": {
                "class": "logging.StreamHandler",
                "formatter": "event",
                "filters": ["refusals", "foreign_faults"],
            }
        },
        "filters": {
            "refusals": {"()": Refusals},
            "foreign_faults": {"()": ForeignFaults},
        },
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            **{name: {"level": "WARNING"} for name in QUIET},
            "axes": {"level": "ERROR"},  # it names staff; the desk lists what it saw
        },
    }


class Refusals(logging.Filter):
    """A request that is refused leaves one line, its own, with the reason if there is
    one; only a fault leaves a trace."""

    def filter(self, record: logging.LogRecord) -> bool:
        if getattr(record, "status_code", 0) not in REFUSED:
            return True
        record.exc_info = record.exc_text = None
        # Django's other loggers say no more than the status.
        is_reason = record.name.startswith("django.security")
        return not refusals.note(record.getMessage() if is_reason else "")


class ForeignFaults(logging.Filter):
    """A server that is away, and a client that sends nonsense or hangs up, are no
    faults of the program: the error is named, without the trace of those who met it."""

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        is_outage = isinstance(error, _outage_errors())
        if is_outage or (error and _is_of_client(record.name, error)):
            record.exc_info = record.exc_text = None
            record.error = type(error).__name__
        return True


def _is_of_client(logger: str, error: BaseException) -> bool:
    """Whether a web server tells of bytes that are no text, or of a closed socket."""
    if not logger.startswith(WEB_SERVERS):
        return False
    # uvloop says so of a socket that the client has reset.
    is_closed = isinstance(error, RuntimeError) and "handler is closed" in str(error)
    return is_closed or isinstance(error, UnicodeDecodeError)


@cache
def _outage_errors() -> tuple[type[BaseException], ...]:
    """Imported late: the settings that use this module come before everything."""
    from django.db import utils  # noqa: PLC0415
    from kombu.exceptions import OperationalError as BrokerError  # noqa: PLC0415
    from psycopg import errors  # noqa: PLC0415
    from redis import exceptions as redis  # noqa: PLC0415

    return (
        utils.OperationalError,
        utils.InterfaceError,
        errors.OperationalError,
        errors.InterfaceError,
        ConnectionError,
        redis.ConnectionError,
        redis.TimeoutError,
        BrokerError,
    )


def formatter(
    form: str, secrets: tuple[str, ...]
) -> structlog.stdlib.ProcessorFormatter:
    """Every library's records pass here, with the ids of request and turn."""
    last = structlog.processors.JSONRenderer() if form == "json" else _line
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=[
            structlog.contextvars.merge_contextvars,
            structlog.stdlib.add_log_level,
            structlog.stdlib.add_logger_name,
            structlog.stdlib.ExtraAdder(),
            structlog.processors.TimeStamper(fmt="iso", utc=True),
        ],
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.format_exc_info,
            _without_query,
            Redaction(tuple(secret for secret in secrets if secret)),
            last,
        ],
    )


def _without_query(logger: Any, name: str, event: Event) -> Event:
    """Of a refused request its method and path: a query holds what somebody typed."""
    request: Any = event.get("request", "")
    if hasattr(request, "path") and hasattr(request, "method"):
        event["request"] = f"{request.method} {request.path}"
    return event


class Redaction:
    """A filter, not good will: every text of an event passes it."""

    def __init__(self, secrets: tuple[str, ...]) -> None:
        self._secrets = secrets

    def __call__(self, logger: Any, name: str, event: Event) -> Event:
        return {key: self._clean(key, value) for key, value in event.items()}

    def _clean(self, key: str, value: Any) -> Any:
        if key in ("timestamp", "level", "logger"):
            return value
        if isinstance(value, (int, float, bool)) or value is None:
            return value
        # Imported late: the settings that use this module come before everything.
        from apps.privacy.redaction import redact  # noqa: PLC0415

        text = str(value)
        for secret in self._secrets:
            text = text.replace(secret, "[secret]")
        return redact(credentials.hide(text))


def _line(logger: Any, name: str, event: Event) -> str:
    """For people: time, level, logger, what happened, then the fields.

    Whatever could begin a line or move the cursor is escaped, for values are typed by
    strangers; a trace keeps its lines, which are indented.
    """
    head = [
        str(event.pop(key, "")) for key in ("timestamp", "level", "logger", "event")
    ]
    trace = str(event.pop("exception", "") or "")
    fields = [f"{key}={value}" for key, value in sorted(event.items())]
    line = _printable(" ".join([*head, *fields]))
    return "\n  ".join([line, *map(_printable, trace.splitlines())])


def _printable(text: str) -> str:
    return "".join(
        letter
        if letter.isprintable()
        else letter.encode("unicode_escape").decode("ascii")
        for letter in text
    )
