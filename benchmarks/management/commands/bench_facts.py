"""Measures the fact gate: planted lies that reach a guest, true sentences held back."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from benchmarks.fact_check import lie_detection

MOST_EXAMPLES = 20


class Command(BaseCommand):
    help = "Tells lies and truths about the catalog through the production stream."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--lies", type=int, default=10_000)
        parser.add_argument("--seed", type=int, default=1)

    def handle(self, **options: Any) -> None:
        tally = lie_detection.measure(options["lies"], options["seed"])
        for kind, told in sorted(tally.lies.items()):
            self.stdout.write(f"{kind:14} told {told:6}  shown {tally.shown[kind]:4}")
        told, shown = tally.lies.total(), tally.shown.total()
        self.stdout.write(f"{'all':14} told {told:6}  shown {shown:4}")
        held = tally.held / max(tally.truths, 1)
        self.stdout.write(
            f"{'truths':14} told {tally.truths:6}  held  {tally.held:4} ({held:.2%})"
        )
        for example in tally.examples[:MOST_EXAMPLES]:
            self.stdout.write(f"  {example}")
