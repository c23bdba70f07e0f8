"""Lies about the demo rows never reach a guest; the long run is bench_facts."""

from __future__ import annotations

from apps.properties.models import Property
from benchmarks.fact_check import lie_detection

LIES = 300
MOST_HELD = 0.01


def test_it_shows_no_lie_and_lets_truths_pass(demo: Property) -> None:
    tally = lie_detection.measure(LIES, seed=1)
    assert tally.lies.total() >= LIES
    assert tally.shown.total() == 0, tally.examples
    assert tally.held_count <= MOST_HELD * tally.truth_count, tally.examples
