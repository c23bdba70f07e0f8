"""Counts planted lies that reach a guest, and true sentences that are held back."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from benchmarks.fact_check import lie_detection

MAX_EXAMPLES = 20


class Command(BaseCommand):
    help = "Sends lies and truths about the catalog through the fact check of answers."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--lies", type=int, default=10_000)
        parser.add_argument("--seed", type=int, default=1)

    def handle(self, **options: Any) -> None:
        tally = lie_detection.measure(options["lies"], options["seed"])
        for kind, count in sorted(tally.lies.items()):
            self._report(f"lies: {kind}", count, "shown", tally.shown[kind])
        self._report("lies: all", tally.lies.total(), "shown", tally.shown.total())
        self._report("truths", tally.truth_count, "held back", tally.held_count)
        for example in tally.examples[:MAX_EXAMPLES]:
            self.stdout.write(f"  {example}")

    def _report(self, kind: str, count: int, fault: str, fault_count: int) -> None:
        share = fault_count / max(count, 1)
        self.stdout.write(
            f"{kind:20} {count:6} sent  {fault_count:4} {fault} ({share:.2%})"
        )
