"""Times the staff's pages over many rows and conversations."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = "Milliseconds and queries of the desk's pages; leaves nothing behind."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--rows", type=int, default=2000)
        parser.add_argument("--conversations", type=int, default=20_000)
        parser.add_argument("--json", action="store_true", dest="as_json")

    def handle(self, **options: Any) -> None:
        from benchmarks.staff import admin_pages  # noqa: PLC0415 - it needs Django's test client

        told = admin_pages.measure(options["rows"], options["conversations"])
        if options["as_json"]:
            self.stdout.write(json.dumps(told))
            return
        for page, found in told.items():
            self.stdout.write(f"{page:28} {found['queries']:3} queries  {found['ms']}")
