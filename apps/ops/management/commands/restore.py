"""Puts a backup in the place of what the database and the pictures' folder hold."""

from __future__ import annotations

import shutil
import sys
from argparse import ArgumentParser
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from apps.infrastructure.postgresql import roles
from apps.local_servers.supervisor import demo_data
from apps.ops.backup import manifest as manifests
from apps.ops.backup import restoring, writing
from apps.ops.backup.manifest import Manifest

STDIN = "-"


class Command(BaseCommand):
    help = "Restores a backup; “-” reads it from standard input. Stop the site first."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file")
        parser.add_argument(
            "--replace", action="store_true", help="also where there is data"
        )
        parser.add_argument(
            "--check", action="store_true", help="check the file and change nothing"
        )

    def handle(self, **options: Any) -> None:
        try:
            if options["file"] != STDIN:
                self._restore(Path(options["file"]), options)
                return
            writing.folder().mkdir(parents=True, exist_ok=True)
            with TemporaryDirectory(dir=writing.folder()) as folder:
                path = Path(folder) / "backup.tar.gz"
                with path.open("wb") as file:
                    shutil.copyfileobj(sys.stdin.buffer, file)
                self._restore(path, options)
        except restoring.BackupUnusable as error:
            raise CommandError(str(error)) from error

    def _restore(self, path: Path, options: dict[str, Any]) -> None:
        if options["check"]:
            manifest = restoring.check(path)
            self.stdout.write(f"The backup is whole: {_described(manifest)}.")
            return
        with roles.owner():
            manifest = restoring.restore(path, may_replace=options["replace"])
        demo_data.note_filled()
        self.stdout.write(f"Restored: {_described(manifest)}.")
        missing = set(manifest.secrets) - set(manifests.secret_names())
        if missing:
            names = ", ".join(sorted(missing))
            self.stdout.write(f"The backup's site had these set as well: {names}.")
        self.stdout.write(
            "With another SECRET_KEY than before, links in old text messages do not "
            "open any more."
        )


def _described(manifest: Manifest) -> str:
    at = f"{manifest.created_at:%Y-%m-%d %H:%M} UTC"
    return f"{manifest.row_count} rows of {at}, version {manifest.version}"
