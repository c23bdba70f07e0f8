"""Measures a fresh process on a site of its own, with models that cost nothing."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from benchmarks.turns import startup

# Turns; beyond that a guest who comes first waits noticeably longer than the next.
MOST_OF_THE_FIRST_TURN = 3


class Command(BaseCommand):
    help = "Start, memory and first turn of a fresh process; 1 if that takes too long."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--runs", type=int, default=3)
        parser.add_argument("--json", action="store_true", dest="as_json")

    def handle(self, **options: Any) -> None:
        row = startup.measure(options["runs"])
        if options["as_json"]:
            self.stdout.write(json.dumps(row))
        else:
            for name, value in row.items():
                self.stdout.write(f"{name.replace('_', ' '):24} {value:8.1f}")
        if row["first_turn_in_turns"] > MOST_OF_THE_FIRST_TURN:
            raise CommandError("The first turn takes more than three turns.")
