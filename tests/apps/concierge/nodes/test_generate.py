"""What a speaker without a model says around an answer."""

from __future__ import annotations

import pytest

from tests.apps.concierge.conftest import BALLO, PreparedSearch, RunGraph, context

PHONE = "1-888-226-7711"


@pytest.mark.parametrize(
    ("chance", "lacking_share", "opening", "ending"),
    [
        (0.25, 0, "The records do not say exactly that; this comes nearest:", PHONE),
        (0.35, 0, "This is what I find: Ballo", PHONE),
        (0.5, 0.5, "Ballo", PHONE),
        (0.5, 0, "Ballo", "]"),
        (0.9, 0.5, "Ballo", "]"),
    ],
)
async def test_it_says_first_how_much_of_it_the_records_hold(
    run_graph: RunGraph,
    without_key: None,
    chance: float,
    lacking_share: float,
    opening: str,
    ending: str,
) -> None:
    search = PreparedSearch(BALLO, answerable=chance)
    search.reading |= {"topic": "food", "lacking_share": lacking_share}
    run = await run_graph("What food does Ballo have?", context(search=search))
    assert run.answer.startswith(opening)
    assert ending in run.answer[-60:]


async def test_what_is_unlikely_is_not_guessed(
    run_graph: RunGraph, without_key: None
) -> None:
    search = PreparedSearch(BALLO, answerable=0.1)
    run = await run_graph("Do you lend out telescopes?", context(search=search))
    assert run.answer.startswith("I find nothing about that")
    assert "Ballo" not in run.answer
