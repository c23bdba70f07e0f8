"""Olga's team sees turns and opinions in LangFuse; a fake of it listens on loopback."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from apps.conversations import langfuse_export, tasks, thread_secrets
from apps.conversations.models import Conversation, Message, Turn
from apps.conversations.review import feedback
from apps.properties.models import Property
from tests.fakes.loopback import Loopback, loopback

TRACES = "/api/public/otel/v1/traces"
SCORES = "/api/public/scores"
MODEL = "gemini-of-the-day"
HASH = thread_secrets.digest("alices-own-secret")


@pytest.fixture
def langfuse(settings: Settings) -> Iterator[Loopback]:
    with loopback() as fake:
        fake.answers = {
            TRACES: (200, {}),
            SCORES: (202, {"accepted": 1, "rejected": 0}),
        }
        settings.LANGFUSE_PUBLIC_KEY = "pk-test"
        settings.LANGFUSE_SECRET_KEY = "sk-test"  # noqa: S105 - of nobody
        settings.LANGFUSE_HOST = fake.url
        yield fake


@pytest.fixture
def turn(mohegan: Property) -> Turn:
    talk = Conversation.objects.create(property=mohegan, secret_hash=HASH)
    turn = Turn.objects.create(
        conversation=talk,
        client_id=uuid.uuid4(),
        status="done",
        provider="gemini",
        input_tokens=30,
        output_tokens=12,
        cost_micros=40,
        duration_ms=120,
        started_at=timezone.now(),
        ended_at=timezone.now(),
        nodes=[
            {"node": "router", "duration_ms": 20.0, "metadata": {}},
            {"node": "generate", "duration_ms": 90.0, "metadata": {"model": MODEL}},
        ],
    )
    question = "I am at 860-555-0142, is Ballo open?"
    Message.objects.create(conversation=talk, turn=turn, role="guest", text=question)
    Message.objects.create(
        conversation=talk, turn=turn, role="concierge", text="Until 10:00 PM."
    )
    return turn


def test_a_turn_is_a_trace_without_personal_data(
    langfuse: Loopback, turn: Turn
) -> None:
    assert tasks.export() == 1
    [body] = langfuse.sent(TRACES)
    spans: list[dict[str, Any]] = body["resourceSpans"][0]["scopeSpans"][0]["spans"]
    whole, node, _ = spans
    assert whole["traceId"] == node["traceId"] == turn.pk.hex
    assert node["parentSpanId"] == whole["spanId"]
    assert node["name"] == "router"
    assert "Until 10:00 PM." in str(whole)
    assert "860-555-0142" not in str(body)
    assert HASH not in str(body)
    took = int(whole["endTimeUnixNano"]) - int(whole["startTimeUnixNano"])
    assert took == 120_000_000
    assert tasks.export() == 0


def test_a_trace_names_the_model_and_not_its_provider(
    langfuse: Loopback, turn: Turn
) -> None:
    tasks.export()
    [body] = langfuse.sent(TRACES)
    whole = body["resourceSpans"][0]["scopeSpans"][0]["spans"][0]
    attributes = {
        attribute["key"]: attribute["value"]["stringValue"]
        for attribute in whole["attributes"]
    }
    assert attributes["langfuse.observation.model.name"] == MODEL
    assert attributes["langfuse.trace.metadata.provider"] == "gemini"


@pytest.mark.parametrize(
    ("provider", "model", "sent"),
    [
        ("groq", "llama-3.3-70b", "llama-3.3-70b"),  # it stood in for the model traced
        ("extractive", "offline-extractive", None),
    ],
)
def test_a_trace_names_the_model_that_answered(
    langfuse: Loopback, turn: Turn, provider: str, model: str, sent: str | None
) -> None:
    Turn.objects.update(provider=provider, model=model)
    tasks.export()
    [body] = langfuse.sent(TRACES)
    whole = body["resourceSpans"][0]["scopeSpans"][0]["spans"][0]
    attributes = {
        attribute["key"]: attribute["value"]["stringValue"]
        for attribute in whole["attributes"]
    }
    assert attributes.get("langfuse.observation.model.name") == sent


def test_what_was_not_taken_is_sent_the_next_time(
    langfuse: Loopback, turn: Turn
) -> None:
    langfuse.answers[TRACES] = (503, {"error": "later"})
    assert tasks.export() == 0
    langfuse.answers[TRACES] = (200, {})
    assert tasks.export() == 1


def test_a_guests_rating_is_a_score(langfuse: Loopback, turn: Turn) -> None:
    tasks.score(turn_id=str(turn.pk), name="guest", value=5)
    [scores] = langfuse.sent(SCORES)
    assert (scores[0]["traceId"], scores[0]["value"]) == (turn.pk.hex, 5)


def test_nothing_leaves_the_house_without_keys(
    langfuse: Loopback, turn: Turn, settings: Settings
) -> None:
    settings.LANGFUSE_SECRET_KEY = ""
    assert tasks.export() == 0
    assert not langfuse_export.score([(str(turn.pk), "guest", 1.0)])
    assert langfuse.requests == []


def test_a_conversation_is_summed_up_when_it_has_ended(sam: Client, turn: Turn) -> None:
    talk = turn.conversation
    Conversation.objects.update(last_message_at=timezone.now())
    assert tasks.analyse() == 0
    Conversation.objects.update(last_message_at=timezone.now() - timedelta(hours=1))
    feedback.save(talk.pk, turn.pk, 1, "wrong", "")
    assert tasks.analyse() == 1
    talk.refresh_from_db()
    assert (talk.sentiment, talk.summary) == ("negative", "1 question.")
    listed = sam.get("/admin/conversations/conversation/", {"sentiment": "negative"})
    assert "Negative" in listed.content.decode()
    assert tasks.analyse() == 0
