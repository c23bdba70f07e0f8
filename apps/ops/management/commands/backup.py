"""Writes all rows and pictures of one moment into one file."""

from __future__ import annotations

import shutil
import sys
from argparse import ArgumentParser
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.core.management.base import BaseCommand

from apps.ops.backup import writing
from apps.ops.backup.manifest import Manifest

STDOUT = "-"


class Command(BaseCommand):
    help = "Writes a backup; “-” writes it to standard output."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", nargs="?", default="")

    def handle(self, **options: Any) -> None:
        if options["file"] == STDOUT:
            with TemporaryDirectory(dir=_spacious()) as folder:
                path = Path(folder) / "backup.tar.gz"
                self._report(writing.write(path), "standard output")
                with path.open("rb") as file:
                    shutil.copyfileobj(file, sys.stdout.buffer)
            return
        path = Path(options["file"]) if options["file"] else writing.new_path()
        self._report(writing.write(path), str(path))

    def _report(self, manifest: Manifest, target: str) -> None:
        """On standard error, for the backup may be on standard output."""
        pictures = sum(name.startswith(writing.PICTURES) for name in manifest.parts)
        self.stderr.write(
            f"{manifest.row_count} rows and {pictures} pictures are in {target}. "
            "It holds what guests wrote: keep it as safe as the database."
        )
        if manifest.secrets:
            names = ", ".join(manifest.secrets)
            self.stderr.write(f"Not in it, keep them apart: {names}.")


def _spacious() -> Path:
    """Memory often holds the system's folder for temporary files."""
    folder = writing.folder()
    folder.mkdir(parents=True, exist_ok=True)
    return folder
