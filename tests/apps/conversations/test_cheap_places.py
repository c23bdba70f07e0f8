"""A price and another wish hold together: cheap, for children, open at nine."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from apps.catalog.models import Restaurant
from apps.conversations import single_question
from apps.conversations.turns.runner import TurnRunner
from apps.infrastructure import database_threads
from apps.properties.models import Property
from tests import factories
from tests.added_rows import adds_rows
from tests.apps.knowledge.searching import embed_all

pytestmark = pytest.mark.usefixtures("without_key", "closed_connections")
EVENING = datetime(2026, 12, 4, 18, 30, tzinfo=ZoneInfo("America/New_York"))
MORNING = EVENING.replace(hour=8)


@adds_rows
def kitchens(resort: Property) -> None:
    """Ballo is dear and always open; of the others each lacks something."""
    Restaurant.objects.filter(property=resort).update(price_band=4)
    for name, price_band, hours, kids, cuisine in (
        ("Rocket Diner", 1, "0-6 11:00-23:00", "", "American"),
        ("Trattoria Sole", 2, "0-6 11:00-22:00", "A menu for children.", "Italian"),
        ("Villa Luna", 4, "0-6 11:00-23:30", "Children eat half price.", "Italian"),
        ("Sunrise", 1, "0-6 07:00-11:00", "", "Breakfast"),
    ):
        factories.RestaurantFactory.create(
            property=resort,
            name=name,
            price_band=price_band,
            hours=[hours],
            kids=kids,
            cuisine=cuisine,
        )
    embed_all()


async def answer(place: Property, turns: TurnRunner, text: str, at: datetime) -> str:
    thread = await database_threads.run(
        single_question.conversation_of, place, None, "web"
    )
    result = await single_question.ask(turns, thread, text, at, "en")
    return str(result["answer"])


def order(text: str, *names: str) -> list[str]:
    """Those that it names, as it does."""
    return sorted((name for name in names if name in text), key=text.index)


NAMES = ("Ballo", "Rocket Diner", "Trattoria Sole", "Villa Luna", "Sunrise")


@pytest.mark.parametrize(
    ("text", "at", "expected"),
    [
        ("somewhere cheap that's open at 9", EVENING, "Rocket Diner"),
        ("somewhere cheap that's open at 9", MORNING, "Sunrise"),
        ("the cheapest place that's open now", EVENING, "Rocket Diner"),
        ("what's the cheapest Italian place", EVENING, "Trattoria Sole"),
        ("what's the cheapest place to eat with kids", EVENING, "Trattoria Sole"),
        ("cheapest food for the kids at 9pm", EVENING, "Trattoria Sole"),
    ],
)
async def test_the_cheapest_that_meets_every_wish_comes_first(
    kitchens: Property, turns: TurnRunner, text: str, at: datetime, expected: str
) -> None:
    names = order(await answer(kitchens, turns, text, at), *NAMES)
    assert names[0] == expected


@pytest.mark.parametrize(
    "text",
    [
        "somewhere nice but not crazy expensive for our anniversary",
        "a fancy dinner that's not too pricey",
        "where can we have a romantic dinner without breaking the bank",
    ],
)
async def test_a_fine_place_within_reason_is_neither_the_dearest_nor_the_cheapest(
    kitchens: Property, turns: TurnRunner, text: str
) -> None:
    names = order(await answer(kitchens, turns, text, EVENING), *NAMES)
    assert names == ["Trattoria Sole"]


async def test_price_children_and_hours_are_all_told(
    kitchens: Property, turns: TurnRunner
) -> None:
    text = await answer(kitchens, turns, "cheap food for kids open at 9pm", EVENING)
    row = text.partition("Trattoria Sole")[2].partition("\n")[0]
    assert "$$" in row
    assert "A menu for children" in row
    assert "9:00 PM" in row


async def test_what_no_place_has_together_is_said(
    kitchens: Property, turns: TurnRunner
) -> None:
    text = await answer(kitchens, turns, "cheap place to eat for kids at 4am", EVENING)
    assert text.startswith("The records do not say")
    assert order(text, *NAMES) == ["Ballo"]


@pytest.mark.parametrize("text", ["late nite snack 3am", "late night bite at 2:30am"])
async def test_a_late_place_is_open_at_the_hour_that_is_named(
    kitchens: Property, turns: TurnRunner, text: str
) -> None:
    names = order(await answer(kitchens, turns, text, EVENING), *NAMES)
    assert names == ["Ballo"]
