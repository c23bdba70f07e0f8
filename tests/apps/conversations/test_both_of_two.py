"""After two places the guest asks something of both, or which of the two it is."""

from __future__ import annotations

import pytest

from apps.conversations.turns.runner import TurnRunner
from apps.knowledge import property_snapshot
from apps.knowledge.question import each_of_two
from apps.knowledge.question.subject import Subject
from apps.properties.models import Property
from tests import factories
from tests.added_rows import adds_rows
from tests.apps.knowledge.searching import embed_all
from tests.turns import ask_in_turn

pytestmark = pytest.mark.usefixtures("without_key", "closed_connections")
PLACES = {"Tuscany", "Sol Taqueria"}
ROOMS = {"Deluxe Room", "Junior Suite"}


@adds_rows
def pairs(resort: Property) -> None:
    """Two rooms of which one has a tub, and two places of which one rests on Monday."""
    for name, rate, bath in (
        ("Deluxe Room", 169, "Walk-in shower"),
        ("Junior Suite", 299, "Bathroom with a soaking tub"),
    ):
        factories.RoomFactory.create(
            property=resort, name=name, rate_from=rate, bath=bath, features=["Safe"]
        )
    for name, band, hours in (
        ("Tuscany", 4, ["2-6 17:00-22:00"]),
        ("Sol Taqueria", 2, ["0-6 11:00-23:00"]),
    ):
        factories.RestaurantFactory.create(
            property=resort, name=name, price_band=band, hours=hours
        )
    embed_all()


@pytest.mark.parametrize(
    ("language", "texts", "names"),
    [
        ("en", ["compare Tuscany and Sol Taqueria", "are both open mondays"], PLACES),
        (
            "en",
            ["Tuscany or Sol Taqueria?", "which of the two is open mondays"],
            PLACES,
        ),
        (
            "en",
            ["is Tuscany open", "is Sol Taqueria open", "which of them is open monday"],
            PLACES,
        ),
        ("en", ["compare Deluxe Room and Junior Suite", "do both have a tub?"], ROOMS),
        (
            "en",
            ["compare Tuscany and Sol Taqueria", "and what time do they both close"],
            PLACES,
        ),
        ("en", ["are Tuscany and Sol Taqueria both open on monday"], PLACES),
        (
            "en",
            ["is Tuscany or Sol Taqueria cheaper and are both open mondays"],
            PLACES,
        ),
        ("es", ["¿Tuscany y Sol Taqueria aceptan reservas los dos?"], PLACES),
        ("fr", ["comparez Tuscany et Sol Taqueria"], PLACES),
        ("fr", ["comparer la Deluxe Room et la Junior Suite"], ROOMS),
        ("es", ["¿me comparas Tuscany y Sol Taqueria?"], PLACES),
        ("es", ["¿Tuscany o Sol Taqueria?", "¿los dos abren los lunes?"], PLACES),
        (
            "fr",
            ["Deluxe Room ou Junior Suite ?", "les deux ont une baignoire ?"],
            ROOMS,
        ),
    ],
)
async def test_each_of_them_is_told(
    pairs: Property,
    turns: TurnRunner,
    language: str,
    texts: list[str],
    names: set[str],
) -> None:
    *_, last = await ask_in_turn(pairs, turns, *texts, language=language)
    assert {name for name in PLACES | ROOMS if name in last["answer"]} == names


@pytest.mark.parametrize(
    "text",
    [
        "which of the two is cheaper",
        "which of them closes later",
        "can both of us share a room",
        "which of them do you like",
        "are both hotels on the river",
        "do both have the dishes of Ballo",
    ],
)
def test_what_is_asked_of_something_else_stays_as_it_is(
    pairs: Property, text: str
) -> None:
    snapshot = property_snapshot.of(pairs.pk)
    rows = [row.pk for row in snapshot.rows.values() if row.name in PLACES]
    subject = Subject(tuple(rows), is_list=True, question="compare them")
    assert not each_of_two.question(text, subject, snapshot)
