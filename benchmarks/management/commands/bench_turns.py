"""Measures turns on a site of its own, with models that cost nothing."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from benchmarks import history
from benchmarks.turns import load
from concierge_project.settings.security import WEB_SERVERS

GROUPS = ("lowest_highest", "ratios")


class Command(BaseCommand):
    help = "First token, done, turns a second, CPU and memory of one web process."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--concurrency", default="1,8,32,128")
        parser.add_argument("--seconds", type=float, default=20)
        parser.add_argument("--latency", choices=("instant", "seed"), default="instant")
        parser.add_argument("--idle", type=int, default=0, help="idle sockets to hold")
        parser.add_argument("--turns", type=int, default=0, help="turns of a long run")
        parser.add_argument("--rounds", type=int, default=1)
        parser.add_argument("--processes", type=int, default=1)
        parser.add_argument("--server", choices=WEB_SERVERS, default="daphne")
        parser.add_argument(
            "--history",
            type=Path,
            default=history.FILE,
            help="where a run of several rounds is recorded",
        )
        parser.add_argument("--json", action="store_true", dest="as_json")

    def handle(self, **options: Any) -> None:
        plan = load.Plan(
            [int(count) for count in options["concurrency"].split(",") if count],
            options["seconds"],
            options["latency"],
            options["rounds"],
            options["idle"],
            options["turns"],
            options["server"],
            options["processes"],
        )
        rows, commit_id = [], history.commit()  # of the code that is measured
        for row in load.measure(plan):
            rows.append(row)
            line = json.dumps(row) if options["as_json"] else readable(row)
            self.stdout.write(line)
        if plan.rounds > 1:
            history.record(options["history"], commit_id, f"bench_turns {plan}", rows)


def readable(row: dict[str, Any]) -> str:
    """One figure after another, each with its name; groups on lines of their own."""
    plain = _line({name: row[name] for name in row if name not in GROUPS})
    groups = [f"  {_words(name)}: {_line(row[name])}" for name in GROUPS if name in row]
    return "\n".join([plain, *groups])


def _line(figures: dict[str, Any]) -> str:
    return "  ".join(f"{_words(name)} {_figure(figures[name])}" for name in figures)


def _words(name: str) -> str:
    return name.replace("_", " ")


def _figure(value: Any) -> str:
    if isinstance(value, dict):
        return "/".join(f"{number:g}" for number in value.values())
    if isinstance(value, list):
        return "-".join(f"{number:g}" for number in value)
    return f"{value:g}" if isinstance(value, float) else str(value)
