"""Measures the repair of spelling on typos and on the questions as they stand."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Sequence
from typing import Any

from django.core.management.base import BaseCommand

from benchmarks.spelling import evaluation
from benchmarks.spelling.evaluation import Repair
from benchmarks.training import questions


class Command(BaseCommand):
    help = "Counts misspelt words repaired rightly and right words left alone."

    def handle(self, **_: Any) -> None:
        conversations = questions.read()
        repairs = [
            *evaluation.misspellings(),
            *evaluation.misspellings(evaluation.HELD_BACK),
            *evaluation.mechanical(conversations),
        ]
        for kind in dict.fromkeys(repair.kind for repair in repairs):
            self._report(kind, [row for row in repairs if row.kind == kind])
        for language in dict.fromkeys(repair.language for repair in repairs):
            rows = [row for row in repairs if row.language == language]
            self._report(f"language {language}", rows)
        count, changed = evaluation.changed(conversations)
        alone = 1 - len(changed) / count
        self.stdout.write(f"right words left alone: {alone:.2%} of {count}")
        pairs = Counter((row.typed, row.read) for row in changed)
        for (typed, read), times in pairs.items():
            self.stdout.write(f"  {times} {typed} > {read}")
        spent = evaluation.milliseconds(conversations)
        mean, dearest = statistics.mean(spent), max(spent)
        self.stdout.write(f"{mean:.3f} ms of CPU a question, at most {dearest:.3f}")

    def _report(self, name: str, rows: Sequence[Repair]) -> None:
        right = sum(row.is_right for row in rows) / len(rows)
        wrong = sum(row.is_wrong for row in rows) / len(rows)
        self.stdout.write(
            f"{name:12} {len(rows):5}   right {right:6.1%}   wrong {wrong:5.1%}"
        )
