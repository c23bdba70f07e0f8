"""Measures the guest page in a browser, on a site of its own."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from benchmarks.guest_page import performance


class Command(BaseCommand):
    help = "Bytes of a first visit, a slow network, jumps, memory over many turns."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--turns", type=int, default=200)
        parser.add_argument("--json", action="store_true", dest="as_json")

    def handle(self, **options: Any) -> None:
        for row in performance.measure(options["turns"]):
            if options["as_json"]:
                self.stdout.write(json.dumps(row))
                continue
            for name, value in row.items():
                self.stdout.write(f"{name.replace('_', ' '):36}{value:>10}")
