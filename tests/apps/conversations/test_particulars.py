"""Guests ask for a height, a distance or the rule for a guide dog: where the records
hold the subject but not that, the answer says so."""

from __future__ import annotations

import pytest

from apps.conversations.turns.runner import TurnRunner
from apps.infrastructure import database_threads
from apps.properties.models import Property
from tests import factories
from tests.added_rows import adds_rows
from tests.apps.knowledge.searching import embed_all
from tests.turns import ask

pytestmark = pytest.mark.usefixtures("without_key")


async def test_what_a_row_tells_instead_stands_beside_what_it_lacks(
    resort: Property, turns: TurnRunner
) -> None:
    await database_threads.run(_diner, resort)
    result = await ask(resort, turns, "Does Fox Diner have a kids' menu?")
    assert "do not say whether Fox Diner has a kids' menu" in result["answer"]
    assert "Families are at home here" in result["answer"]
    assert [source["field"] for source in result["citations"]] == ["kids"]
    price = await ask(resort, turns, "How much is a lane?")
    assert "no exact price for Fox Lanes" in price["answer"]
    assert "$$" in price["answer"]


def _diner(place: Property) -> None:
    make = factories.RestaurantFactory.create
    make(property=place, name="Fox Diner", kids="Families are at home here.")
    make(property=place, name="Fox Lanes", cuisine="Bowling lanes", price_band=2)
    embed_all()


IN_PART = "The records do not say"


@adds_rows
def lanes(resort: Property) -> None:
    factories.AmenityFactory.create(
        property=resort,
        name="Thunder Slide",
        sort="activity",
        summary="A slide of 3 loops at up to 30 MPH; you have to be tall enough.",
    )
    factories.AmenityFactory.create(
        property=resort,
        name="Climbing Tower",
        sort="activity",
        summary="The tower is 45 feet tall; climbers must be at least 40 inches tall.",
    )
    factories.FaqEntryFactory.create(
        property=resort,
        name="Are pets allowed?",
        answer="Dogs of up to 50 pounds stay for $40 a night; other pets may not stay.",
    )
    embed_all()


@pytest.mark.parametrize(
    "text",
    [
        "how tall do you have to be for the thunder slide?",
        "is there a height limit on the Thunder Slide",
        "are service dogs allowed",
        "what about guide dogs?",
    ],
)
async def test_a_particular_that_is_not_recorded_is_said_to_be_missing(
    lanes: Property, turns: TurnRunner, text: str
) -> None:
    result = await ask(lanes, turns, text, "en")
    assert result["answer"].startswith(IN_PART)
    assert "Thunder Slide" in result["answer"] or "Dogs" in result["answer"]


@pytest.mark.parametrize(
    ("text", "figure"),
    [
        ("how tall do you have to be for the climbing tower?", "40 inches"),
        ("how fast is the thunder slide", "30 MPH"),
        ("how heavy may my dog be", "50 pounds"),
    ],
)
async def test_a_particular_that_is_recorded_is_told_without_a_doubt(
    lanes: Property, turns: TurnRunner, text: str, figure: str
) -> None:
    result = await ask(lanes, turns, text, "en")
    assert not result["answer"].startswith(IN_PART)
    assert figure in result["answer"]


@adds_rows
def stages(resort: Property) -> None:
    factories.VenueFactory.create(
        property=resort,
        name="Silver Hall",
        summary="Concerts; the calendar is at silver.example/shows.",
    )
    lounge = factories.VenueFactory.create(property=resort, name="Blue Lounge")
    factories.ShowFactory.create(
        property=resort, name="Odette Vane, Magic at Two", at_venue=lounge
    )
    factories.AmenityFactory.create(
        property=resort, name="Hill Inn shuttle", sort="transport", fee="Free"
    )
    factories.TowerFactory.create(property=resort, name="Hill Inn")
    factories.VenueFactory.create(property=resort, name="Velvet", sort="Nightclub")
    factories.AmenityFactory.create(
        property=resort, name="Copper Lanes", sort="bowling", summary="Twenty lanes."
    )
    embed_all()


@pytest.mark.parametrize(
    ("text", "language", "answer"),
    [
        (
            "who is playing at silver hall on saturday?",
            "en",
            "For Silver Hall, the records do not say who is playing. The calendar is "
            "at silver.example/shows.",
        ),
        (
            "does the hill inn shuttle run all night",
            "en",
            "The records give no timetable for Hill Inn shuttle.",
        ),
        (
            "what's the cover at velvet",
            "en",
            "The records give no cover charge for Velvet.",
        ),
        (
            "how much is copper lanes per game",
            "en",
            "The records give no exact price for Copper Lanes.",
        ),
        (
            "quel groupe joue à Silver Hall ?",
            "fr",
            "Les fiches ne disent pas qui joue",
        ),
    ],
)
async def test_what_a_row_lacks_is_said_by_its_name(
    stages: Property, turns: TurnRunner, text: str, language: str, answer: str
) -> None:
    result = await ask(stages, turns, text, language)
    assert result["answer"].startswith(answer)
    assert stages.phone in result["answer"]


async def test_a_show_that_is_called_after_its_act_says_who_plays(
    stages: Property, turns: TurnRunner
) -> None:
    result = await ask(stages, turns, "who is playing at the Blue Lounge?", "en")
    assert "do not say who" not in result["answer"]


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("how old u gotta be to get a room", "en", "how old a guest has to be"),
        ("minimum age to check in", "en", "how old a guest has to be"),
        ("can a 19 yr old book a room", "en", "how old a guest has to be"),
        ("edad minima para reservar una habitacion", "es", "qué edad hay que tener"),
        ("quel âge pour réserver une chambre", "fr", "à partir de quel âge"),
    ],
)
async def test_no_other_age_is_told_for_a_room(
    lanes: Property, turns: TurnRunner, text: str, language: str, expected: str
) -> None:
    assert expected in (await ask(lanes, turns, text, language))["answer"]


async def test_the_age_for_a_room_is_told_where_it_is_recorded(
    lanes: Property, turns: TurnRunner
) -> None:
    await database_threads.run(_age_for_rooms, lanes)
    result = await ask(lanes, turns, "how old do you have to be to book a room")
    assert "at least 18 years" in result["answer"]


def _age_for_rooms(place: Property) -> None:
    factories.FaqEntryFactory.create(
        property=place,
        name="How old do I have to be to check in?",
        answer="You have to be at least 18 years old to check in.",
    )
    embed_all()
