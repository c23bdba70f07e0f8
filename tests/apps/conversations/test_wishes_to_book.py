"""Guests who want to book hear what the records tell, and who does book."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from apps.catalog.models import Show
from apps.conversations.turns.runner import TurnRunner
from apps.infrastructure import database_threads
from apps.properties.models import Property
from tests import factories
from tests.added_rows import adds_rows
from tests.apps.knowledge.searching import embed_all
from tests.turns import ask, ask_in_turn

pytestmark = pytest.mark.usefixtures("without_key")
CANNOT = {
    "en": "I cannot book, change or pay for anything myself",
    "es": "Yo no puedo reservar, cambiar ni pagar nada",
}


@adds_rows
def houses(resort: Property) -> None:
    """Two restaurants that open in the evening, one of them Italian, and a show."""
    make = factories.RestaurantFactory.create
    evening = {"property": resort, "hours": ["0-6 17:00-22:00"]}
    make(name="Tuscany", cuisine="Italian", **evening)
    make(name="Bow & Arrow", cuisine="Pub and grill", **evening)
    factories.RoomFactory.create(property=resort, name="Garden Suite")
    venue = factories.VenueFactory.create(property=resort, name="Wolf Den")
    show = factories.ShowFactory.create(
        property=resort, name="Blues Night", at_venue=venue
    )
    starts_at = timezone.now() + timedelta(days=3)
    factories.PerformanceFactory.create(show=show, starts_at=starts_at)
    embed_all()


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("book a table at tuscany for 4 tomorrow at 7pm", "en"),
        ("can u make me a reservation at Tuscany, we are 2", "en"),
        ("reserva una mesa en Tuscany mañana a las 7 para 4", "es"),
    ],
)
async def test_a_house_that_is_named_says_when_it_is_open(
    houses: Property, turns: TurnRunner, text: str, language: str
) -> None:
    result = await ask(houses, turns, text, language)
    assert result["answer"].startswith("Tuscany")
    assert "10:00" in result["answer"]
    assert CANNOT[language] in result["answer"]
    assert [card["title"] for card in result["cards"]] == ["Tuscany"]


@pytest.mark.parametrize(
    ("text", "language", "time"),
    [
        ("italian for 4 tomorrow at 7", "en", "7:00 PM"),
        ("cocina italiana para 4 mañana a las 7", "es", "7:00"),
        ("I'm vegan. Any italian places? We need a table for 4 tomorrow", "en", "5:00"),
    ],
)
async def test_a_sort_for_so_many_people_is_told_then_and_its_link_knows_them(
    houses: Property, turns: TurnRunner, text: str, language: str, time: str
) -> None:
    houses.booking_link = "https://example.com/book?place={slug}&party={party}"
    await houses.asave()
    result = await ask(houses, turns, text, language)
    assert time in result["answer"]
    [card] = [own for own in result["cards"] if own["title"] == "Tuscany"]
    assert card["booking"].endswith("&party=4")
    assert "Bow & Arrow" not in result["answer"]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("two tickets for the Wolf Den please", "en"),
        ("buy tickets for Blues Night, we are 2", "en"),
        ("where can I get tickets for Wolf Den for 2?", "en"),
        ("quiero comprar dos entradas para Wolf Den", "es"),
        ("deux billets pour Wolf Den", "fr"),
    ],
)
async def test_tickets_for_a_stage_are_those_of_its_show(
    houses: Property, turns: TurnRunner, text: str, language: str
) -> None:
    await Show.objects.aupdate(
        is_free=False, booking_link="https://example.com/buy?seats={party}"
    )
    await database_threads.run(embed_all)
    result = await ask(houses, turns, text, language)
    [card] = result["cards"]
    assert card["title"] == "Blues Night"
    assert card["booking"].endswith("?seats=2")


@pytest.mark.parametrize(
    ("text", "language", "time"),
    [
        ("book a massage at Lotus Spa tomorrow at 10", "en", "10:00 AM"),
        ("a facial at Lotus Spa for two tomorrow at 9", "en", "9:00 AM"),
        ("book a massage at Lotus Spa tomorrow at 6", "en", "6:00 PM"),
        (
            "reservar un masaje en Lotus Spa mañana a las 10",
            "es",
            "10:00 a. m.",
        ),
        (
            "r\u00e9server un massage au Lotus Spa demain \u00e0 10 heures ?",
            "fr",
            "10 h",
        ),
    ],
)
async def test_a_bare_hour_is_in_the_half_of_the_day_when_the_house_is_open(
    houses: Property, turns: TurnRunner, text: str, language: str, time: str
) -> None:
    await database_threads.run(_spa, houses)
    result = await ask(houses, turns, text, language)
    [card] = result["cards"]
    assert card["state"]["is_open"]
    assert card["state"]["label"].replace("\u00a0", " ").endswith(time)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("I want a massage on sunday", "en"),
        ("quiero un masaje el domingo", "es"),
        ("je voudrais un massage dimanche", "fr"),
    ],
)
async def test_a_treatment_on_a_day_is_answered_by_the_hours_of_that_day(
    houses: Property, turns: TurnRunner, text: str, language: str
) -> None:
    await database_threads.run(_spa, houses)
    result = await ask(houses, turns, text, language)
    assert "7:00" in result["answer"] or "19 h" in result["answer"]
    assert [card["title"] for card in result["cards"]] == ["Lotus Spa"]


def _spa(place: Property) -> None:
    factories.AmenityFactory.create(
        property=place,
        name="Lotus Spa",
        sort="spa",
        summary="Massages and facials.",
        hours=["0-6 09:00-19:00"],
    )
    embed_all()


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("réserver une table ce soir", "fr"),
        ("peut-on réserver une table pour ce soir ?", "fr"),
        ("hazme una reserva", "es"),
        ("make me a reservation", "en"),
    ],
)
async def test_a_wish_without_a_place_names_those_that_there_are(
    houses: Property, turns: TurnRunner, text: str, language: str
) -> None:
    answer = (await ask(houses, turns, text, language))["answer"]
    assert "Tuscany" in answer
    cannot = {**CANNOT, "fr": "Je ne peux moi-même rien réserver"}
    assert cannot[language] in answer


async def test_food_to_the_room_is_told_of_room_service(
    houses: Property, turns: TurnRunner
) -> None:
    await database_threads.run(_add_room_service, houses)
    for text in ("order a pizza to my room", "bring us dinner in the room please"):
        answer = (await ask(houses, turns, text, "en"))["answer"]
        assert "brings food to your room" in answer
        assert CANNOT["en"] in answer


def _add_room_service(place: Property) -> None:
    factories.AmenityFactory.create(
        property=place,
        name="Room service",
        sort="service",
        details="Our kitchen brings food to your room by day and by night.",
    )
    embed_all()


async def test_two_people_are_not_two_o_clock(
    houses: Property, turns: TurnRunner
) -> None:
    answer = (await ask(houses, turns, "table for 2 tomorrow", "en"))["answer"]
    assert "Tuscany" in answer
    assert "Bow & Arrow" in answer
    assert CANNOT["en"] in answer


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("babysitter for 2 tomorrow at 7", "en"),
        ("a stroller for 2 tomorrow at 7", "en"),
        ("a yoga class for 2 tomorrow at 7pm", "en"),
        ("niñera para 2 mañana a las 19h", "es"),
        ("baby-sitter pour 2 demain à 19h", "fr"),
    ],
)
async def test_a_service_for_two_is_no_table(
    houses: Property, turns: TurnRunner, text: str, language: str
) -> None:
    answer = (await ask(houses, turns, text, language))["answer"]
    assert "Tuscany" not in answer
    assert "Bow & Arrow" not in answer


async def test_what_she_wants_to_eat_chooses(
    houses: Property, turns: TurnRunner
) -> None:
    text = "i'd like to book dinner for 6 on saturday, somewhere italian"
    answer = (await ask(houses, turns, text, "en"))["answer"]
    assert "Tuscany" in answer
    assert "Bow & Arrow" not in answer


async def test_tickets_are_of_what_is_on(houses: Property, turns: TurnRunner) -> None:
    answer = (await ask(houses, turns, "get me tickets for blues night", "en"))[
        "answer"
    ]
    assert "Blues Night plays on " in answer
    assert CANNOT["en"] in answer


async def test_the_house_that_was_talked_of_is_meant(
    houses: Property, turns: TurnRunner
) -> None:
    texts = ("is Bow & Arrow open today?", "book it for tomorrow, 4 of us")
    _, wish = await ask_in_turn(houses, turns, *texts)
    assert wish["answer"].startswith("Bow & Arrow ")
    assert "Tuscany" not in wish["answer"]


@pytest.mark.parametrize(
    "text", ["order a pizza to my room", "book me the Garden Suite for friday"]
)
async def test_of_what_has_no_hours_she_is_offered_to_look(
    houses: Property, turns: TurnRunner, text: str
) -> None:
    answer = (await ask(houses, turns, text, "en"))["answer"]
    assert answer.endswith("Shall I look up the details for you first?")


@pytest.mark.parametrize(
    "text",
    [
        "cancel tomorrow's dinner",
        "wake me up at 6 tomorrow",
        "validate my parking ticket",
        "i want to pay for my table now",
    ],
)
async def test_who_wants_something_else_done_is_told_no_hours(
    houses: Property, turns: TurnRunner, text: str
) -> None:
    _, wish = await ask_in_turn(houses, turns, "is Tuscany open today?", text)
    assert "5:00 PM" not in wish["answer"]


async def test_the_number_stays_beside_a_wish_after_a_crisis(
    houses: Property, turns: TurnRunner
) -> None:
    texts = ("i want to kill myself", "book a table at tuscany for tomorrow")
    _, wish = await ask_in_turn(houses, turns, *texts)
    assert "988" in wish["answer"]
