"""Measures which facts are taken from guests' messages."""

from __future__ import annotations

import statistics
import time
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from apps.guests.extraction import facts_in
from benchmarks.extraction import evaluation, hotel_slots
from benchmarks.extraction.evaluation import Miss, Row, Score

ROUNDS = 5
HELD_BACK = (
    evaluation.HELD_BACK,
    evaluation.HELD_BACK_GUESTS,
    evaluation.HELD_BACK_STRANGER,
)


class Command(BaseCommand):
    help = "Precision and recall of the facts that are taken from guests' messages."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--rows", type=Path, default=evaluation.MESSAGES)
        parser.add_argument(
            "--held-back",
            action="store_true",
            help="Three sets that nobody looks at, one after the other and together: "
            "the project's own, and two independent authors'. Without their misses.",
        )
        parser.add_argument("--hotels", type=Path, help="Rows of NLU++ hotels.")
        parser.add_argument("--misses", action="store_true", help="List them.")

    def handle(
        self, *, rows: Path, held_back: bool, misses: bool, **options: Any
    ) -> None:
        hotels: Path | None = options["hotels"]
        if hotels:
            self._measure(list(hotel_slots.read(hotels)), list_misses=misses)
            return
        for path in HELD_BACK if held_back else (rows,):
            self.stdout.write(path.name)
            is_open = not path.name.startswith(evaluation.HELD_BACK.stem)
            every = list(evaluation.read(path))
            self._measure(every, by_key=is_open, list_misses=misses and is_open)
        if held_back:
            self.stdout.write("together")
            together = [row for path in HELD_BACK for row in evaluation.read(path)]
            self._measure(together, by_key=False, list_misses=False)

    def _measure(
        self, every: Sequence[Row], *, by_key: bool = True, list_misses: bool
    ) -> None:
        score, missed = evaluation.evaluate(every)
        if by_key:
            self._report(score)
        if list_misses:
            self._list(missed)
        without = sum(not row.expected for row in every)
        self.stdout.write(f"{len(every)} messages, {without} of them without a fact")
        self.stdout.write(
            f"precision {score.precision:.3f}   recall {score.recall:.3f}   "
            f"{_milliseconds(every):.3f} ms of CPU a message"
        )

    def _report(self, score: Score) -> None:
        for key in sorted({*score.right, *score.wrong, *score.missed}):
            self.stdout.write(
                f"{key:18} right {score.right[key]:4}   wrong {score.wrong[key]:3}   "
                f"missed {score.missed[key]:3}"
            )

    def _list(self, misses: Sequence[Miss]) -> None:
        for miss in misses:
            self.stdout.write(miss.text)
            for name, pieces in (("wrong", miss.wrong), ("missed", miss.missed)):
                if pieces:
                    self.stdout.write(f"    {name}: {sorted(pieces)}")


def _milliseconds(rows: Sequence[Row]) -> float:
    """Processor time of one message, the median over all."""
    spent = []
    for row in rows:
        start = time.process_time()
        for _ in range(ROUNDS):
            facts_in(row.text, row.language, row.now)
        spent.append((time.process_time() - start) / ROUNDS * 1000)
    return statistics.median(spent)
