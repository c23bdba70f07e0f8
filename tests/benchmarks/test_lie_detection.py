"""Lies about the demo rows never reach a guest; the long run is bench_facts."""

from __future__ import annotations

from apps.properties.models import Property
from benchmarks.fact_check import lie_detection

LIES = 300
MOST_HELD = 0.01


def test_no_lie_is_shown_and_truths_flow(demo: Property) -> None:
    tally = lie_detection.measure(LIES, seed=1)
    assert tally.lies.total() >= LIES
    assert tally.shown.total() == 0, tally.examples
    assert tally.held <= MOST_HELD * tally.truths, tally.examples
