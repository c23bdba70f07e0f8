"""Measures turns on a site of its own, with models that cost nothing."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from benchmarks.turns import load


class Command(BaseCommand):
    help = "First token, done, turns a second, CPU and memory of one web process."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--concurrency", default="1,8,32,128")
        parser.add_argument("--seconds", type=float, default=20)
        parser.add_argument("--latency", choices=("instant", "seed"), default="instant")
        parser.add_argument("--idle", type=int, default=0, help="idle sockets to hold")
        parser.add_argument("--turns", type=int, default=0, help="turns of a long run")
        parser.add_argument("--json", action="store_true", dest="as_json")

    def handle(self, **options: Any) -> None:
        guest_counts = [
            int(count) for count in options["concurrency"].split(",") if count
        ]
        rows = load.measure(
            guest_counts,
            options["seconds"],
            options["latency"],
            options["idle"],
            options["turns"],
        )
        for row in rows:
            line = json.dumps(row) if options["as_json"] else readable(row)
            self.stdout.write(line)


def readable(row: dict[str, Any]) -> str:
    """One figure after another, each with its name."""
    return "  ".join(f"{name.replace('_', ' ')} {_figure(row[name])}" for name in row)


def _figure(value: Any) -> str:
    if isinstance(value, dict):
        return "/".join(f"{number:g}" for number in value.values())
    return f"{value:g}" if isinstance(value, float) else str(value)
