"""Counts the modules that a message and a token run through, in this process."""

from __future__ import annotations

import asyncio
import json
from argparse import ArgumentParser
from collections import Counter
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from benchmarks import message_path

QUESTION = "What is the dress code at Ballo?"


class Command(BaseCommand):
    help = "The modules from a question's frame to `done`, and from a chunk to a frame."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("question", nargs="?", default=QUESTION)
        parser.add_argument("--property", default=settings.DEFAULT_PROPERTY)
        parser.add_argument("--json", action="store_true", dest="as_json")

    def handle(self, **options: Any) -> None:
        journeys = asyncio.run(
            message_path.measure(options["property"], options["question"])
        )
        if options["as_json"]:
            self.stdout.write(json.dumps(journeys))
            return
        for journey, modules in journeys.items():
            self.stdout.write(f"{journey}: {len(modules)} modules; {_by_app(modules)}")
            for module in modules:
                self.stdout.write(f"  {module}")


def _by_app(modules: list[str]) -> str:
    """`webchat 3, conversations 9`, in the order of their names."""
    apps = Counter(module.removeprefix("apps.").split(".")[0] for module in modules)
    return ", ".join(f"{app} {count}" for app, count in apps.items())
