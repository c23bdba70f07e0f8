"""Guests ask for a height, a distance or the rule for a guide dog: where the records
hold the subject but not that, the answer says so."""

from __future__ import annotations

import pytest

from apps.conversations.turns.runner import TurnRunner
from apps.properties.models import Property
from tests import factories
from tests.apps.knowledge.searching import embed_all
from tests.turns import ask

pytestmark = pytest.mark.usefixtures("without_key")
IN_PART = "The records do not say"


@pytest.fixture
def lanes(resort: Property) -> Property:
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
    return resort


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
