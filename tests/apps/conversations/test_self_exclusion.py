"""Who asks how self-exclusion works is told, and not taken for somebody in need."""

from __future__ import annotations

import pytest

from apps.conversations.turns.runner import TurnRunner
from apps.properties.models import Property
from tests.turns import ask_in_turn

pytestmark = pytest.mark.usefixtures("without_key", "closed_connections")


@pytest.mark.parametrize(
    ("text", "is_asked"),
    [
        ("what is the self exclusion program", True),
        ("how does self-exclusion work?", True),
        ("how do i get on the self exclusion list", False),
        ("how can my husband be put on the self-exclusion list?", False),
    ],
)
async def test_a_question_about_it_is_not_thanked_for_courage(
    resort: Property, turns: TurnRunner, text: str, is_asked: bool
) -> None:
    [reply] = await ask_in_turn(resort, turns, text)
    assert ("Self-exclusion and limits are arranged" in reply["answer"]) is is_asked
    assert ("that takes strength" in reply["answer"]) is not is_asked
    assert reply["help"]
