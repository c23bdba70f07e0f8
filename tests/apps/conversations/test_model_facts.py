"""Where there is a model, it reads an answered message for what code did not find."""

from __future__ import annotations

from typing import Any

import pytest

from apps.conversations import single_question
from apps.conversations.turns.limits import spending
from apps.conversations.turns.runner import TurnRunner
from apps.guests import fact_sources
from apps.guests.models import GuestFact
from apps.infrastructure import database_threads
from apps.properties.models import FeatureFlag, Property
from tests.fakes.gemini import GeminiServer

pytestmark = pytest.mark.usefixtures("closed_connections")
QUESTION = "We adore anything with noodles and wasabi. Is parking free?"
READS = "Read one message of a guest"
QUOTE = "We adore anything with noodles and wasabi"


@pytest.fixture
def model(gemini: GeminiServer) -> GeminiServer:
    """It routes, reviews, plans and reads as a good one would."""
    cuisine = {
        "key": "cuisines",
        "value": "japanese",
        "quote": QUOTE,
        "confidence": 0.9,
    }
    gemini.structured = {
        "RouterOutput": {"query_type": "property_qa", "confidence": 0.9},
        "ValidationResult": {"status": "PASS", "reason": ""},
        "WhisperPlan": {"next_topic": "dining", "conversation_note": "Noodles."},
        "ExtractorOutput": {"facts": [cuisine]},
    }
    return gemini


async def ask(
    place: Property, turns: TurnRunner, question: str = QUESTION, **options: Any
) -> None:
    thread = await database_threads.run(
        single_question.conversation_of, place, None, "web", **options
    )
    await single_question.ask(turns, thread, question)


async def test_a_model_adds_what_code_did_not_read(
    resort: Property, turns: TurnRunner, model: GeminiServer
) -> None:
    await ask(resort, turns)
    fact = await GuestFact.objects.aget()
    assert (fact.key, fact.value, fact.quote) == ("cuisines", ["japanese"], QUOTE)
    assert READS in str(model.requests_for("generate"))


async def test_the_plan_asks_for_nothing_that_the_model_has_read(
    resort: Property, turns: TurnRunner, model: GeminiServer
) -> None:
    await ask(resort, turns)
    plans = resort.conversations.values_list("whisper_plan", flat=True)
    plan = await plans.aget()
    assert plan
    assert plan["conversation_note"] == "Noodles."
    assert plan["next_topic"] == ""


async def test_a_model_that_quotes_the_whole_message_stores_only_the_fact(
    resort: Property, turns: TurnRunner, model: GeminiServer
) -> None:
    message = "After my chemo, my wife Sue Miller of 12 Elm Street adores ramen, sushi"
    model.structured["ExtractorOutput"]["facts"][0].update(quote=message, value="sushi")
    await ask(resort, turns, message)
    quotes = [
        str((row.quote, fact_sources.words(row.choice_quotes)))
        async for row in GuestFact.objects.all()
    ]
    assert "sushi" in str(quotes)
    for unwanted in ("chemo", "Miller", "Elm", "12"):
        assert not any(unwanted in quote for quote in quotes if "sushi" in quote)


@pytest.mark.parametrize("reason", ["flag", "staff", "cap"])
async def test_no_model_is_asked_where_nothing_may_be_noted(
    resort: Property,
    turns: TurnRunner,
    model: GeminiServer,
    reason: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if reason == "flag":
        await FeatureFlag.objects.acreate(
            property=resort, key="extraction", is_on=False
        )
    if reason == "cap":
        monkeypatch.setattr(spending, "is_over", lambda *_: True)
    await ask(resort, turns, is_from_guest=reason != "staff")
    assert not await GuestFact.objects.aexists()
    assert READS not in str(model.requests_for("generate"))


async def test_a_message_without_a_word_about_the_guest_is_not_read(
    resort: Property, turns: TurnRunner, model: GeminiServer
) -> None:
    await ask(resort, turns, "Is parking free?")
    assert "Is parking free?" in str(model.requests_for("generate"))
    assert READS not in str(model.requests_for("generate"))


async def test_no_model_reads_on_while_a_crisis_is_near(
    resort: Property, turns: TurnRunner, model: GeminiServer
) -> None:
    thread = await database_threads.run(
        single_question.conversation_of, resort, None, "web"
    )
    await single_question.ask(turns, thread, "I want to kill myself")
    await single_question.ask(turns, thread, QUESTION)
    assert not await GuestFact.objects.aexists()
    assert READS not in str(model.requests_for("generate"))
