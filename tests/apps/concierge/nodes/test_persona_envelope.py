"""Answers fit the channel; a fixed reply that follows them is never cut."""

from __future__ import annotations

import pytest

from apps.concierge.context import Limits
from tests.apps.concierge.conftest import (
    BALLO,
    QUESTION,
    RunGraph,
    context,
)

pytestmark = pytest.mark.usefixtures("without_key")
SHORT = Limits(40, 20, 20, 0.3, 0.6)


async def test_it_shortens_an_answer_at_a_word(run_graph: RunGraph) -> None:
    run = await run_graph(QUESTION, context(BALLO, limits=SHORT))
    assert run.answer == "Ballo: Open now…"


async def test_it_leaves_the_helplines_of_a_closing_reply_whole(
    run_graph: RunGraph,
) -> None:
    run = await run_graph(
        QUESTION, context(BALLO, limits=SHORT), closing_reply="gambling_advice"
    )
    answer, closing_reply = run.answer.split("\n\n", 1)
    assert len(answer) <= SHORT.answer_chars
    assert closing_reply.startswith("I give no advice")
    assert "1-888-789-7777" in closing_reply
    assert run.of("replace")[-1]["content"] == run.answer
