"""What the records likely hold is not said to be missing from them."""

from __future__ import annotations

import pytest

from apps.conversations.models import Turn
from apps.conversations.turns.runner import TurnRunner
from apps.properties.models import Property
from tests.turns import ask

pytestmark = pytest.mark.usefixtures("without_key")


@pytest.mark.parametrize(
    ("text", "row"),
    [
        ("hungover. need giant pancakes asap", "Hash House A Go Go"),
        ("1950s style burgers n shakes place, grandson loves those", "Johnny Rockets"),
        ("where can i catch the giants w wings and a cold one", "Bow & Arrow"),
        ("sky tower, built when", "2002"),
        ("can my mother in law swim if shes not sleeping at the hotel", "pool"),
        ("bringing our beagle, ok??", "take pets"),
        ("any cashpoint", "ATMs"),
        ("treadmill place, 24hr?", "Fitness Center"),
    ],
)
async def test_a_likely_answer_is_not_denied(
    demo: Property, turns: TurnRunner, text: str, row: str
) -> None:
    answer = (await ask(demo, turns, text, "en"))["answer"]
    assert row in answer
    assert "The records do not" not in answer


@pytest.mark.parametrize(
    "text", ["is there a zip line", "does the arena rent out kayaks"]
)
async def test_a_thing_that_is_surely_missing_is_said_first(
    demo: Property, turns: TurnRunner, text: str
) -> None:
    answer = (await ask(demo, turns, text, "en"))["answer"]
    assert answer.startswith(("The records do not", "I find nothing"))


@pytest.mark.parametrize("text", ["nice martini somewhere", "vaping ok in the room?"])
async def test_one_of_a_kind_that_is_told_of_is_not_certain(
    demo: Property, turns: TurnRunner, text: str
) -> None:
    result = await ask(demo, turns, text, "en")
    assert result["citations"]
    assert result["answer"].endswith("will gladly tell you more.")
    assert (await Turn.objects.aget(pk=result["turn"])).is_in_part
