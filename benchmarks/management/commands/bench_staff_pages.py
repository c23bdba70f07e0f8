"""Times the pages of staff over many rows and conversations."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from benchmarks.staff import admin_pages


class Command(BaseCommand):
    help = "Milliseconds and queries of the pages of staff, in a database of their own."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--rows", type=int, default=2000)
        parser.add_argument("--conversations", type=int, default=20_000)
        parser.add_argument("--json", action="store_true", dest="as_json")

    def handle(self, **options: Any) -> None:
        pages = admin_pages.measure(options["rows"], options["conversations"])
        if options["as_json"]:
            self.stdout.write(json.dumps(pages))
            return
        for name, page in pages.items():
            times = ", ".join(f"{key} {value} ms" for key, value in page["ms"].items())
            self.stdout.write(f"{name:28} {page['queries']:3} queries  {times}")
