"""Joins the rounds of a measurement: medians, their spread, and ratios."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import median
from typing import Any

from benchmarks.calibration import Calibration

Figures = dict[str, Any]
# What a reader compares; the value of a row with percentiles is their median.
COMPARED = ("first_token_ms", "done_ms", "turns_per_second", "cpu_ms_per_turn")
COUNTED = ("turns", "lost_or_broken", "unfinished_rows")
FIXED = ("guests",)


def join(rounds: Sequence[tuple[Figures, Calibration]]) -> Figures:
    """One row for the rounds with one number of guests.

    `lowest_highest` holds the figures of single rounds. `ratios` are figures in units
    of the calibration loop, each round's in units of the loops beside it.
    """
    rows = [row for row, _ in rounds]
    joined = {name: _join(name, [row[name] for row in rows]) for name in rows[0]}
    return {
        **joined,
        "rounds": len(rows),
        "lowest_highest": {name: _range(map(_figure(name), rows)) for name in COMPARED},
        "calibration_ms": round(median(loop.cpu_ms for _, loop in rounds), 2),
        "ratios": _medians([_ratios(row, loop) for row, loop in rounds]),
    }


def _join(name: str, values: Sequence[Any]) -> Any:
    if name in FIXED:
        return values[0]
    if name in COUNTED:
        return sum(values)
    if isinstance(values[0], dict):
        return _medians(values)
    return round(median(values), 2)


def _medians(rows: Sequence[dict[str, float]]) -> dict[str, float]:
    return {name: round(median(row[name] for row in rows), 2) for name in rows[0]}


def _figure(name: str) -> Callable[[Figures], float]:
    def figure(row: Figures) -> float:
        value = row[name]
        return float(value["p50"] if isinstance(value, dict) else value)

    return figure


def _range(figures: Any) -> list[float]:
    ordered = sorted(figures)
    return [ordered[0], ordered[-1]]


def _ratios(row: Figures, loop: Calibration) -> dict[str, float]:
    """Processor time is compared with processor time, waiting with the clock."""
    return {
        "cpu": row["cpu_ms_per_turn"] / loop.cpu_ms,
        "first_token": row["first_token_ms"]["p50"] / loop.wall_ms,
        "done": row["done_ms"]["p50"] / loop.wall_ms,
        "done_p95": row["done_ms"]["p95"] / loop.wall_ms,
        "turns": row["turns_per_second"] * loop.wall_ms / 1000,
    }
