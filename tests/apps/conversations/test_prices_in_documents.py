"""What a row has no price for, and a document that staff have handed in does."""

from __future__ import annotations

import pytest

from apps.conversations.turns.runner import TurnRunner
from apps.properties.models import Property
from tests import factories
from tests.added_rows import adds_rows
from tests.handing_in import hand_in
from tests.turns import ask, ask_in_turn

pytestmark = pytest.mark.usefixtures("without_key", "closed_connections")
GOLF = b"""# Cedar Golf Club rates 2026

## Green fees

| Round | Weekday | Weekend |
|---|---|---|
| 18 holes before noon | $95 | $125 |
| 9 holes | $50 | $60 |

Prices include a cart.

## Rental

Rental clubs cost $45 for a round. Push carts are not rented.
"""
SPA = b"""# Willow Spa Treatment Menu

| Treatment | Minutes | Price |
|---|---|---|
| Swedish massage | 50 | $175 |
| Deep tissue massage | 80 | $260 |
| Couples massage | 80 | $480 |
| Clay facial | 50 | $165 |

## Cancellation

Treatments cancelled less than 24 hours before are charged at half of the price.
Guests must be at least 18 years old to use the steam room.
Phones are kept silent in the quiet lounge.
"""
EVENTS = b"""# Event policy

| Event room | Guests | Price per day |
|---|---|---|
| Cabaret Hall | 300 | $4,500 |
| Birch Room | 80 | $1,200 |

## Cancellation of events

30 to 90 days before the event the fee is 50 percent of the total.

## Food and drink

Outside food and drink are not allowed.
"""
EVERY_MASSAGE = ("$175", "$260", "$480")


@adds_rows
def place(resort: Property) -> None:
    for name, summary, aliases in (
        ("Cedar Golf Club", "Eighteen championship holes near the resort.", ["golf"]),
        ("Willow Spa", "Massages, facials and wraps.", ["massage", "spa"]),
    ):
        factories.AmenityFactory.create(
            property=resort, name=name, aliases=aliases, summary=summary, details=""
        )
    factories.RoomFactory.create(property=resort, name="Deluxe Room", rate_from=169)
    for name, text in (("golf.md", GOLF), ("spa.md", SPA), ("events.md", EVENTS)):
        hand_in(resort, name, text)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("golf prices", "en"),
        ("golf rates", "en"),
        ("how much to play golf", "en"),
        ("what does golf cost", "en"),
        ("green fees", "en"),
        ("golf tee time how much", "en"),
        ("cuanto cuesta jugar golf", "es"),
        ("precios de golf", "es"),
        ("prix du golf", "fr"),
    ],
)
async def test_a_price_that_no_row_holds_is_told_from_a_document(
    place: Property, turns: TurnRunner, text: str, language: str
) -> None:
    result = await ask(place, turns, text, language)
    assert "$95" in result["answer"]
    assert "$50" in result["answer"]


async def test_so_it_is_where_the_question_goes_on(
    place: Property, turns: TurnRunner
) -> None:
    texts = ("vous avez un golf ?", "combien ca coute")
    _, result = await ask_in_turn(place, turns, *texts, language="fr")
    assert "$95" in result["answer"]


@pytest.mark.parametrize(
    "text", ["rent golf clubs", "golf club rental", "Can I rent clubs?"]
)
async def test_a_word_that_the_row_lacks_leads_to_the_document(
    place: Property, turns: TurnRunner, text: str
) -> None:
    result = await ask(place, turns, text, "en")
    assert "Rental clubs cost $45" in result["answer"]
    assert "Push carts" not in result["answer"]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("massage price", "en"),
        ("what does a massage cost", "en"),
        ("how much are your massages", "en"),
        ("precio del masaje", "es"),
        ("combien coute un massage", "fr"),
    ],
)
async def test_of_several_lines_none_is_told_as_the_price(
    place: Property, turns: TurnRunner, text: str, language: str
) -> None:
    result = await ask(place, turns, text, language)
    assert [price for price in EVERY_MASSAGE if price not in result["answer"]] == []
    assert "$165" not in result["answer"]


async def test_the_line_that_is_named_is_told_alone(
    place: Property, turns: TurnRunner
) -> None:
    result = await ask(place, turns, "deep tissue massage price", "en")
    assert "$260" in result["answer"]
    assert "$175" not in result["answer"]


@pytest.mark.parametrize(
    "text",
    ["event room for 150 how much", "price of an event room for 120 guests"],
)
async def test_a_room_is_told_that_holds_the_company(
    place: Property, turns: TurnRunner, text: str
) -> None:
    result = await ask(place, turns, text, "en")
    assert "Cabaret Hall" in result["answer"]
    assert "Birch Room" not in result["answer"]


@pytest.mark.parametrize("text", ["cheapest massage", "what is your cheapest massage"])
async def test_the_cheapest_line_is_told_alone(
    place: Property, turns: TurnRunner, text: str
) -> None:
    result = await ask(place, turns, text, "en")
    assert "$175" in result["answer"]
    assert "$260" not in result["answer"]


@pytest.mark.parametrize(
    "text",
    ["how much is a room fri", "what does a room cost this saturday", "room in july?"],
)
async def test_a_room_is_one_to_sleep_in(
    place: Property, turns: TurnRunner, text: str
) -> None:
    result = await ask(place, turns, text, "en")
    assert "Deluxe Room" in result["answer"]
    assert "Birch Room" not in result["answer"]


@pytest.mark.parametrize(
    ("text", "not_told"),
    [
        ("how old u gotta be to get a room", "steam room"),
        ("somewhere quiet to drink", "Phones"),
        ("spa cancel policy", "event"),
        ("spa cancellation policy?", "event"),
    ],
)
async def test_a_rule_of_another_thing_is_no_answer(
    place: Property, turns: TurnRunner, text: str, not_told: str
) -> None:
    result = await ask(place, turns, text, "en")
    assert not_told not in result["answer"]


async def test_a_rule_is_of_what_the_title_of_its_document_names(
    place: Property, turns: TurnRunner
) -> None:
    result = await ask(place, turns, "spa cancel policy", "en")
    assert "Treatments cancelled less than 24 hours" in result["answer"]


async def test_a_rule_without_the_thing_is_only_the_nearest(
    place: Property, turns: TurnRunner
) -> None:
    result = await ask(place, turns, "do you allow an outside dj at a wedding", "en")
    assert not result["answer"].startswith("Event policy")
