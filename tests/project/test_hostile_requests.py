"""Mallory sends nonsense to the HTTP API; each is refused in a sentence."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client

from apps.conversations.models import Conversation, Turn
from apps.properties.models import Property
from tests import factories


@pytest.fixture
def resort(transactional_db: None) -> Property:
    place = factories.PropertyFactory.create()
    factories.RestaurantFactory.create(property=place)
    Conversation.objects.create(property=place, language="en")
    return place


BODIES = [
    {"language": "x" * 5000},
    {"property": "\0"},
    {"property": "\ud800"},
    {"property": "x" * 5000},
    {"thread_id": "²"},
    {"thread_secret": "\ud800" * 32},
    {"language": "\ud800"},
    {"message": "\0"},
    {"message": "\ud800"},
]


@pytest.mark.parametrize("body", BODIES)
def test_it_refuses_nonsense_at_the_http_door(
    resort: Property, body: dict[str, str]
) -> None:
    client = Client(raise_request_exception=False)
    question = {"message": "Is parking free?", **body}
    answer = client.post("/chat", question, content_type="application/json")
    assert 400 <= answer.status_code < 500
    assert answer.json()["error"]["message"]


HEADERS = [
    {"last-event-id": f"{uuid4()}:{'9' * 5000}"},
    {"last-event-id": f"{uuid4()}:²"},
    {"last-event-id": "²"},
    {"origin": "http://["},
]


@pytest.mark.parametrize("headers", HEADERS)
def test_it_refuses_nonsense_in_headers(
    resort: Property, headers: dict[str, str]
) -> None:
    client = Client(raise_request_exception=False)
    question = {"message": "Is parking free?"}
    answer = client.post(
        "/chat", question, content_type="application/json", headers=headers
    )
    assert 400 <= answer.status_code < 500
    assert answer.json()["error"]["message"]


def test_it_refuses_a_number_that_no_event_has(resort: Property) -> None:
    talk = Conversation.objects.get()
    turn = Turn.objects.create(conversation=talk, client_id=uuid4())
    client = Client(raise_request_exception=False)
    answer = client.post(
        "/chat",
        {"message": "Is parking free?", "thread_id": str(talk.pk)},
        content_type="application/json",
        headers={"last-event-id": f"{turn.pk}:{'9' * 5000}"},
    )
    assert answer.status_code == 404
    assert "no such turn" in answer.json()["error"]["message"]


@pytest.mark.parametrize("comment", ["\0", "\ud800"])
def test_it_refuses_a_comment_that_cannot_be_kept(
    resort: Property, comment: str
) -> None:
    talk = Conversation.objects.get()
    rating = {"thread_id": str(talk.pk), "rating": 1, "comment": comment}
    client = Client(raise_request_exception=False)
    answer = client.post("/feedback", rating, content_type="application/json")
    assert answer.status_code == 422
