"""What the models cost is counted, and a cap on it ends their use for the day."""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from decimal import Decimal
from threading import Barrier

import pytest
from django import db
from django.utils import timezone
from pytest_django import Settings

from apps.conversations import single_question, tasks
from apps.conversations.models import Conversation, Message, Turn
from apps.conversations.turns.limits import spending
from apps.conversations.turns.runner import TurnRunner
from apps.infrastructure import database_threads, loop_clients
from apps.properties.models import Property
from tests import factories
from tests.fakes.gemini import GeminiServer, Text

FLASH = "gemini-2.5-flash"
THREADS = 6


@pytest.mark.django_db(transaction=True)
def test_it_asks_the_database_once_for_turns_of_the_same_moment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    place = factories.PropertyFactory.create(daily_cap=Decimal(1))
    together, queries, today = Barrier(THREADS), [], spending.today

    def count(place: Property, now: object) -> Decimal:
        queries.append(place)
        return today(place, timezone.now())

    def ask(_: int) -> bool:
        together.wait(10)
        try:
            return spending.is_over(place, timezone.now())
        finally:
            db.connections.close_all()

    monkeypatch.setattr(spending, "today", count)
    spending.forget()
    with ThreadPoolExecutor(THREADS) as threads:
        assert not any(threads.map(ask, range(THREADS)))
    assert len(queries) == 1


@pytest.fixture
async def turns() -> AsyncIterator[TurnRunner]:
    spending.forget()
    yield TurnRunner()
    spending.forget()
    await loop_clients.close()


@pytest.mark.django_db(transaction=True)
async def test_every_call_of_a_turn_is_counted_and_a_cap_ends_them(
    mohegan: Property, gemini: GeminiServer, turns: TurnRunner, settings: Settings
) -> None:
    settings.MODEL_NAME = FLASH
    await database_threads.run(
        factories.RestaurantFactory.create,
        name="Ballo",
        slug="ballo",
        cuisine="Italian",
    )
    gemini.structured = {
        "RouterOutput": {"query_type": "property_qa", "confidence": 0.9},
        "ValidationResult": {"status": "PASS", "reason": ""},
    }
    gemini.script(Text("Ballo serves Italian food. [1]"))
    first = await ask(turns, mohegan)
    assert first.provider == "gemini"
    assert first.input_tokens > 12  # the speaker's alone would be 12
    assert first.cost_micros > 0
    [spoken] = [one["metadata"] for one in first.nodes if one["node"] == "generate"]
    assert spoken["tokens"]["out"] > 0
    assert 0 < spoken["cost_usd"] <= first.cost_micros / 1_000_000
    mohegan.daily_cap = Decimal(0)
    await mohegan.asave()
    spending.forget()
    calls = len(gemini.requests_for("stream"))
    second = await ask(turns, mohegan)
    assert (second.provider, second.cost_micros) == ("extractive", 0)
    assert len(gemini.requests_for("stream")) == calls
    answer = await Message.objects.aget(turn=second, role="concierge")
    assert "Italian" in answer.text
    assert answer.citations


async def ask(turns: TurnRunner, place: Property) -> Turn:
    thread = await database_threads.run(
        single_question.conversation_of, place, None, "web"
    )
    await single_question.ask(turns, thread, "What food does Ballo serve?")
    return await Turn.objects.order_by("-created_at").afirst()  # type: ignore[return-value]


@pytest.mark.django_db(transaction=True)
def test_what_is_asked_after_an_answer_is_counted_and_capped_too(
    mohegan: Property, gemini: GeminiServer, settings: Settings
) -> None:
    settings.MODEL_NAME = FLASH
    gemini.structured = {"Analysis": {"summary": "Pasta.", "sentiment": "positive"}}
    spending.forget()
    assert tasks.analyse() == 0
    turn = ended(mohegan)
    of_booking = Turn.objects.create(
        conversation=turn.conversation,
        client_id=uuid.uuid4(),
        route="bookings",
        status=Turn.Status.DONE,
    )
    say(of_booking, "Is the table for Smith booked?")
    assert tasks.analyse() == 1
    bodies = str([request.body for request in gemini.requests])
    assert "Pasta?" in bodies
    assert "Smith" not in bodies, "more people read summaries than bookings"
    turn = of_booking  # the last one is charged
    turn.refresh_from_db()
    turn.conversation.refresh_from_db()
    assert turn.conversation.summary == "Pasta."
    assert turn.cost_micros > 0
    mohegan.daily_cap = Decimal(0)
    mohegan.save()
    spending.forget()
    beyond = ended(mohegan)
    assert tasks.analyse() == 1
    beyond.refresh_from_db()
    beyond.conversation.refresh_from_db()
    assert (beyond.conversation.summary, beyond.cost_micros) == ("1 question.", 0)
    spending.forget()


def say(turn: Turn, text: str) -> None:
    talk = turn.conversation
    Message.objects.create(conversation=talk, turn=turn, role="guest", text=text)


def ended(place: Property) -> Turn:
    """A conversation of one question that was over an hour ago."""
    talk = Conversation.objects.create(property=place)
    turn = Turn.objects.create(
        conversation=talk, client_id=uuid.uuid4(), status=Turn.Status.DONE
    )
    say(turn, "Pasta?")
    Conversation.objects.filter(pk=talk.pk).update(
        last_message_at=timezone.now() - timedelta(hours=1)
    )
    return turn
