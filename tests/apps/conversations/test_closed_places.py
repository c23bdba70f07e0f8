"""Guests ask which places are closed, on a day or at an hour."""

from __future__ import annotations

import pytest

from apps.concierge import replies
from apps.conversations.turns.runner import TurnRunner
from apps.infrastructure import database_threads
from apps.knowledge.search import closed_rows
from apps.properties.models import Property
from tests.resorts import FRIDAY
from tests.turns import ask_in_turn

pytestmark = pytest.mark.usefixtures("without_key")
ON_MONDAY = {
    "mohegan-sun": {
        "Michael Jordan's Steak House",
        "Mohegan Sun Buffet (Seasons)",
        "Tao Asian Bistro & Lounge",
        "Todd English's Tuscany",
    },
    "foxwoods": {"David Burke Prime", "Festival Buffet"},
}


@pytest.mark.parametrize("slug", ON_MONDAY)
@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ["which restaurants are closed on monday"]),
        ("en", ["are any restaurants closed on Mondays?"]),
        ("en", ["which places to eat aren't open monday"]),
        ("en", ["which restaurants are open on monday?", "and which are closed?"]),
        ("es", ["¿qué restaurantes cierran los lunes?"]),
        ("fr", ["y a-t-il des restaurants fermés le lundi ?"]),
    ],
)
async def test_every_place_that_is_closed_is_told(
    demo: Property, turns: TurnRunner, slug: str, language: str, texts: list[str]
) -> None:
    place = await database_threads.run(Property.objects.get, slug=slug)
    *_, result = await ask_in_turn(place, turns, *texts, language=language, at=FRIDAY)
    assert {card["title"] for card in result["cards"]} == ON_MONDAY[slug]
    assert all(name in result["answer"] for name in ON_MONDAY[slug])


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "which shops are closed on Sunday?"),
        ("en", "are any restaurants closed on Saturdays?"),
        ("es", "¿hay algún restaurante cerrado el sábado?"),
    ],
)
async def test_it_says_that_none_is_recorded_as_closed(
    demo: Property, turns: TurnRunner, language: str, text: str
) -> None:
    [result] = await ask_in_turn(demo, turns, text, language=language, at=FRIDAY)
    assert replies.say("no_closed", language) in result["answer"]
    assert result["cards"] == []


@pytest.mark.parametrize("state", ["open", "closed"])
async def test_usual_hours_promise_nothing_for_a_holiday(
    demo: Property, turns: TurnRunner, state: str
) -> None:
    text = f"which restaurants are {state} on Christmas?"
    [result] = await ask_in_turn(demo, turns, text, at=FRIDAY)
    assert result["answer"].count(replies.say("usual_hours", "en")) == 1


async def test_unknown_hours_are_told(demo: Property, turns: TurnRunner) -> None:
    [result] = await ask_in_turn(demo, turns, "what's closed today?", at=FRIDAY)
    assert replies.say("no_hours_of_some", "en") in result["answer"]


@pytest.mark.parametrize(
    "text",
    [
        "is the pool closed?",
        "when are you closed?",
        "which days are the restaurants closed",
        "oh it's closed weds? what's the days",
        "I heard the buffet is closed, what else is good?",
        "what is closed for the season",
        "which restaurants are never closed",
        "what is open when the buffet is closed",
    ],
)
def test_it_asks_for_something_else(text: str) -> None:
    assert not closed_rows.is_asked(text)
