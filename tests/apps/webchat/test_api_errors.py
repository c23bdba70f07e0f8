"""A program is told in JSON why it was refused, whoever refused it."""

from __future__ import annotations

from typing import Any
from unittest.mock import patch
from uuid import uuid4

import pytest
from django.test import Client
from pytest_django import Settings

from apps.conversations import health, public_overview
from apps.properties.models import Property
from tests import factories

PATHS = ("/chat", "/feedback", "/property", "/graph", "/health")
JSON = "application/json"
PAGE = {"accept": "text/html,application/xhtml+xml"}


@pytest.fixture
def resort(transactional_db: None) -> Property:
    return factories.PropertyFactory.create()


@pytest.fixture
def program(resort: Property) -> Client:
    """At an address of its own: whoever asks from the same one shares its limits."""
    address = f"2001:db8:{uuid4().hex[:4]}:{uuid4().hex[:4]}::1"
    return Client(raise_request_exception=False, REMOTE_ADDR=address)


def failure(answer: Any) -> tuple[int, str]:
    assert answer.headers["content-type"] == JSON
    assert answer.json()["error"]["message"]
    return answer.status_code, answer.json()["error"]["code"]


@pytest.mark.parametrize("path", PATHS)
def test_it_says_that_a_method_is_not_allowed(program: Client, path: str) -> None:
    answer = program.delete(path)
    assert failure(answer) == (405, "not_allowed")
    assert answer.headers["allow"]


@pytest.mark.parametrize("path", PATHS)
def test_it_says_that_a_query_cannot_be_looked_up(program: Client, path: str) -> None:
    assert failure(program.get(f"{path}?property=%00")) == (400, "bad_request")


def test_it_says_that_a_host_is_unknown(program: Client) -> None:
    answer = program.get("/graph", headers={"host": "evil.example"})
    assert failure(answer) == (400, "bad_request")


def test_it_says_that_there_is_no_such_address(program: Client) -> None:
    assert failure(program.get("/chat/seven/eight")) == (404, "not_found")


@pytest.mark.parametrize(
    ("path", "owner", "name"),
    [("/property", public_overview, "of"), ("/graph", public_overview, "graph")],
)
def test_it_says_whom_to_call_when_the_program_fails(
    program: Client, path: str, owner: object, name: str
) -> None:
    with patch.object(owner, name, side_effect=RuntimeError("secret of the house")):
        answer = program.get(path)
        page = program.get(path, headers=PAGE)
    assert failure(answer) == (500, "failed")
    assert "secret" not in answer.content.decode()
    assert page.headers["content-type"].startswith("text/html")


def test_a_question_that_meets_a_fault_ends_in_json(program: Client) -> None:
    turns = "apps.webchat.api.chat.open_session"
    with patch(turns, side_effect=RuntimeError("secret of the house")):
        answer = program.post("/chat", {"message": "Is it open?"}, content_type=JSON)
    assert failure(answer) == (500, "failed")


def test_it_says_when_to_try_again(program: Client, resort: Property) -> None:
    resort.bot_mode = Property.BotMode.PAUSED
    resort.save()
    answer = program.post("/chat", {"message": "Is it open?"}, content_type=JSON)
    assert failure(answer) == (503, "paused")
    assert int(answer.headers["retry-after"]) > 0


def test_health_says_when_to_try_again_and_whether_turns_are_traced(
    program: Client, resort: Property, settings: Settings
) -> None:
    settings.LANGFUSE_PUBLIC_KEY = "public"
    settings.LANGFUSE_SECRET_KEY = "of the tests"  # noqa: S105 - it opens nothing
    settings.DEFAULT_PROPERTY = "nowhere"
    answer = program.get("/health")
    assert answer.status_code == 503
    assert int(answer.headers["retry-after"]) > 0
    assert answer.json()["observability_enabled"] is True
    settings.LANGFUSE_PUBLIC_KEY = ""
    assert program.get("/health").json()["observability_enabled"] is False


@pytest.mark.parametrize("path", ["/chat", "/feedback"])
@pytest.mark.parametrize("kind", ["text/plain", "multipart/form-data", "text/json"])
def test_it_takes_nothing_but_json(program: Client, path: str, kind: str) -> None:
    answer = program.post(path, b"{}", content_type=kind)
    assert failure(answer) == (415, "not_json")


@pytest.mark.parametrize("field", ["message", "language", "property", "thread_secret"])
def test_it_refuses_nul_wherever_it_stands(program: Client, field: str) -> None:
    body = {"message": "Is it open?", field: "Is the spa\0 open?"}
    answer = program.post("/chat", body, content_type=JSON)
    assert failure(answer) == (422, "invalid")
    assert field in answer.json()["error"]["message"]


def test_a_body_that_was_not_read_is_no_fault(program: Client) -> None:
    """The sentence of a failure looks for the language of the body."""
    with patch.object(health, "state", side_effect=RuntimeError):
        assert failure(program.get("/health")) == (500, "failed")
