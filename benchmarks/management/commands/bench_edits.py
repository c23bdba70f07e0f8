"""Measures how soon an edit can be answered, on a site of its own with a worker."""

from __future__ import annotations

import json
import subprocess
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from apps.local_servers import paths
from benchmarks import site
from benchmarks.staff import edits

SEED = 1


class Command(BaseCommand):
    help = "Save in the admin -> answerable by keyword and by vector; p50, p95, p99."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--edits", type=int, default=100)
        parser.add_argument(
            "--here", action="store_true", help="measure this very site; it is changed"
        )

    def handle(self, **options: Any) -> None:
        if options["here"]:
            self.stdout.write(json.dumps(edits.measure(options["edits"], SEED)))
            return
        with site.prepared("bench") as house:
            worker = house.worker()
            try:
                self.stdout.write(_measured(house, options["edits"]))
            finally:
                site.stop(worker)


def _measured(house: site.Site, count: int) -> str:
    """The same command's line of JSON, from a process inside the site."""
    done = subprocess.run(  # noqa: S603
        [sys.executable, "manage.py", "bench_edits", "--here", "--edits", str(count)],
        cwd=paths.PROJECT,
        env=house.environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise CommandError(done.stderr[-2000:])
    return done.stdout.strip()
