"""The figures of each arm of an experiment, from its guests' turns."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from apps.conversations.turns.limits.spending import MICROS
from apps.infrastructure import sql
from apps.ops.experiments.statistics import Sample

STATEMENT = Path(__file__).with_suffix(".sql")


@dataclass(frozen=True)
class Figures:
    """Of one arm. thumbs, gaps: each guest's share of good ratings and of answers that
    found nothing. letters, micros: each guest's mean length of an answer, and mean cost
    of a question in millionths of a dollar. answer_chars: the median of all answers;
    None before the first.
    """

    turns: int
    guests: int
    thumbs: Sample
    gaps: Sample
    letters: Sample
    micros: Sample
    answer_chars: float | None
    cost_micros: int

    @property
    def dollars_per_turn(self) -> float:
        return self.cost_micros / max(self.turns, 1) / MICROS


def read(experiment_ids: Collection[int]) -> dict[int, Figures]:
    """By the id of the arm."""
    values = {"experiments": list(experiment_ids)}
    return {
        row[0]: Figures(
            row[1],
            row[2],
            Sample(*row[3:6]),
            Sample(*row[6:9]),
            Sample(*row[9:13]),
            Sample(*row[13:17]),
            row[17],
            row[18],
        )
        for row in sql.fetch(sql.statement(STATEMENT), values)
    }
