"""An answer asks the guest at most one thing."""

from __future__ import annotations

import pytest

from apps.concierge.answer import own_questions
from tests.apps.concierge.conftest import (
    BALLO,
    PASS,
    QUESTION,
    ROUTED,
    RunGraph,
    context,
)
from tests.fakes.gemini import GeminiServer, Text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ballo is open. [1] Who comes?", "Ballo is open. [1] Who comes?"),
        ("It is. [1] Who comes? And when?", "It is. [1] Who comes?"),
        ("Hungry? It is open. [1] Shall I go on?", "Hungry? It is open. [1]"),
        ("\u00bfCu\u00e1ntos son? \u00bfCu\u00e1ndo?", "\u00bfCu\u00e1ntos son?"),
        ("Who comes? Kids eat free [2]? When?", "Who comes? Kids eat free [2]?"),
    ],
)
def test_only_the_first_question_stays(text: str, expected: str) -> None:
    assert own_questions.first_alone(text) == expected


async def test_a_guest_reads_one_question_of_a_model(
    run_graph: RunGraph, gemini: GeminiServer
) -> None:
    answer = "Ballo is open until 10:00 PM. [1] How many are you? And which day is it?"
    gemini.structured = {"RouterOutput": ROUTED.value, "ValidationResult": PASS.value}
    gemini.script(Text(answer))
    run = await run_graph(QUESTION, context(BALLO))
    assert run.answer.endswith("How many are you?")
    assert run.of("replace")[-1]["content"] == run.answer
