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
    help = "Milliseconds from saving in the admin until a question finds the edit."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--edits", type=int, default=100)
        parser.add_argument(
            "--here", action="store_true", help="edit the rows of this very site"
        )

    def handle(self, **options: Any) -> None:
        if options["here"]:
            self.stdout.write(json.dumps(edits.measure(options["edits"], SEED)))
            return
        with site.prepared("bench") as bench_site:
            worker = bench_site.worker()
            try:
                self.stdout.write(_measure_inside(bench_site, options["edits"]))
            finally:
                site.stop(worker)


def _measure_inside(bench_site: site.Site, count: int) -> str:
    """Runs this command in a process of the site; returns its line of JSON."""
    completed = subprocess.run(  # noqa: S603
        [sys.executable, "manage.py", "bench_edits", "--here", "--edits", str(count)],
        cwd=paths.PROJECT,
        env=bench_site.environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    if completed.returncode:
        raise CommandError(completed.stderr[-2000:])
    return completed.stdout.strip()
