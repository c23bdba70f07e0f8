"""Shows which component the processor time of a turn goes to."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from benchmarks.turns import component_profile, load


class Command(BaseCommand):
    help = "Processor time of a turn by component, from py-spy under load."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--guests", type=int, default=8)
        parser.add_argument("--seconds", type=float, default=20)
        parser.add_argument("--json", action="store_true", dest="as_json")

    def handle(self, **options: Any) -> None:
        try:
            profiled = load.profile(options["guests"], options["seconds"])
        except component_profile.CannotSample as error:
            raise CommandError(str(error)) from error
        if options["as_json"]:
            self.stdout.write(json.dumps(profiled))
            return
        cpu_ms = profiled["cpu_ms_per_turn"]
        for name, share in profiled["shares"].items():
            self.stdout.write(f"{name:22} {share:6.1%} {share * cpu_ms:6.2f} ms")
        self.stdout.write(f"{'a turn':22} {'':6} {cpu_ms:6.2f} ms")
