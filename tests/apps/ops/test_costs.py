"""What answers cost, what a day came to, and what happens when the cap is reached."""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator
from datetime import date, timedelta
from decimal import Decimal

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from apps.conversations import single_question
from apps.conversations import tasks as conversation_tasks
from apps.conversations.models import Conversation, Feedback, Message, Turn
from apps.conversations.turns import spending
from apps.conversations.turns.runner import TurnRunner
from apps.infrastructure import connections, database_threads
from apps.llm import prices
from apps.ops import tasks
from apps.ops.models import DailyTotals
from apps.properties.models import Property
from tests import factories
from tests.fakes.gemini import GeminiServer, Text

FLASH = "gemini-2.5-flash"


def test_tokens_cost_what_the_table_says_of_the_day() -> None:
    used = {FLASH: (1_000_000, 100_000)}
    assert prices.cost(used, date(2026, 1, 1)) == 550_000
    assert prices.has_price(FLASH, date(2026, 1, 1))
    assert not prices.has_price(FLASH, date(2024, 1, 1))


def test_an_unknown_model_counts_as_the_dearest() -> None:
    dear = prices.cost({"gemini-2.5-pro": (1000, 1000)}, date(2026, 1, 1))
    assert prices.cost({"no-such-model": (1000, 1000)}, date(2026, 1, 1)) == dear


@pytest.fixture
async def turns() -> AsyncIterator[TurnRunner]:
    spending.forget()
    yield TurnRunner()
    spending.forget()
    await connections.close()


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
    assert (second.provider, second.cost_micros) == ("offline", 0)
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
    assert conversation_tasks.analyse() == 0
    turn = ended(mohegan)
    assert conversation_tasks.analyse() == 1
    turn.refresh_from_db()
    turn.conversation.refresh_from_db()
    assert turn.conversation.summary == "Pasta."
    assert turn.cost_micros > 0
    mohegan.daily_cap = Decimal(0)
    mohegan.save()
    spending.forget()
    beyond = ended(mohegan)
    assert conversation_tasks.analyse() == 1
    beyond.refresh_from_db()
    beyond.conversation.refresh_from_db()
    assert (beyond.conversation.summary, beyond.cost_micros) == ("1 question.", 0)
    spending.forget()


def ended(place: Property) -> Turn:
    """A conversation of one question that was over an hour ago."""
    talk = Conversation.objects.create(property=place)
    turn = Turn.objects.create(
        conversation=talk, client_id=uuid.uuid4(), status=Turn.Status.DONE
    )
    Message.objects.create(conversation=talk, turn=turn, role="guest", text="Pasta?")
    Conversation.objects.filter(pk=talk.pk).update(
        last_message_at=timezone.now() - timedelta(hours=1)
    )
    return turn


def test_a_day_is_summed_on_the_clock_of_its_property(
    mohegan: Property, foxwoods: Property, admin_client: Client
) -> None:
    talk = Conversation.objects.create(property=mohegan)
    turn = Turn.objects.create(
        conversation=talk,
        client_id=uuid.uuid4(),
        status="done",
        cost_micros=1500,
        duration_ms=90,
    )
    Message.objects.create(
        conversation=talk, turn=turn, role="concierge", text="a", citations=[{"n": 1}]
    )
    Feedback.objects.create(conversation=talk, turn=turn, rating=5)
    assert tasks.total_days() == 4
    assert tasks.total_days() == 4
    today = DailyTotals.objects.filter(property=mohegan).latest("day")
    assert (today.questions, today.cited, today.thumbs_up) == (1, 1, 1)
    assert today.cost_micros == 1500
    assert DailyTotals.objects.filter(property=foxwoods).latest("day").questions == 0
    assert "$0.0015" in admin_client.get("/admin/ops/dailytotals/").content.decode()
    assert "1 in 2 days" in admin_client.get("/admin/ops/").content.decode()
    metrics = Client().get("/metrics").content.decode()
    assert 'concierge_cost_day_usd{property="mohegan-sun"} 0.0015' in metrics
