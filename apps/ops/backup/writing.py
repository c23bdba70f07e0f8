"""Writes a backup: a tar file of tables and pictures, with a manifest at its end."""

from __future__ import annotations

import hashlib
import io
import tarfile
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

from django.conf import settings
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from apps.infrastructure import stored_files
from apps.ops.backup import manifest as manifests
from apps.ops.backup import tables
from apps.ops.backup.manifest import Manifest, Part

MANIFEST = "manifest.json"
TABLES, PICTURES = "tables/", "media/"
NAME = "concierge-%Y-%m-%dT%H-%M-%SZ.tar.gz"
PRIVATE = 0o600
# The text of rows shrinks to a fifth at once; more takes far longer for little.
COMPRESSION = 1


def folder() -> Path:
    """Where scheduled backups are kept."""
    return Path(settings.BACKUP_DIR)


def new_path() -> Path:
    return folder() / timezone.now().strftime(NAME)


def partial_name(name: str) -> str:
    """Of a backup while it is being written."""
    return f".{name}.partial"


def write(path: Path) -> Manifest:
    """Writes the whole file or none; only its owner may read it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(partial_name(path.name))
    partial.unlink(missing_ok=True)
    partial.touch(mode=PRIVATE)
    try:
        manifest = _write(partial)
        partial.rename(path)
    finally:
        partial.unlink(missing_ok=True)
    return manifest


def _write(path: Path) -> Manifest:
    with tarfile.open(path, "w:gz", compresslevel=COMPRESSION) as archive:
        with tables.snapshot():
            applied = MigrationRecorder(connection).applied_migrations()
            manifest = Manifest(
                migrations=sorted(applied),
                secrets=manifests.secret_names(),
                sequences=tables.sequences(),
            )
            for table in tables.all_tables():
                _add_table(archive, table, manifest)
        # After the rows: a picture of a row that was deleted meanwhile does no harm.
        for name in stored_files.names():
            with stored_files.read(name) as file:
                part = _add(archive, f"{PICTURES}{name}", file)
            manifest.parts[f"{PICTURES}{name}"] = part
        _add(archive, MANIFEST, io.BytesIO(manifest.model_dump_json().encode()))
    return manifest


def _add_table(
    archive: tarfile.TarFile, table: tables.Table, manifest: Manifest
) -> None:
    with TemporaryFile() as file:
        row_count = tables.read_into(table, file)
        file.seek(0)
        part = _add(archive, f"{TABLES}{table.label}", file)
    part.rows, part.columns = row_count, list(table.columns)
    manifest.parts[f"{TABLES}{table.label}"] = part


def _add(archive: tarfile.TarFile, name: str, file: IO[bytes]) -> Part:
    digest = hashlib.file_digest(file, "sha256")  # type: ignore[arg-type]
    entry = tarfile.TarInfo(name)
    entry.size, entry.mode = file.seek(0, io.SEEK_END), PRIVATE
    entry.mtime = int(timezone.now().timestamp())
    file.seek(0)
    archive.addfile(entry, file)
    return Part(sha256=digest.hexdigest(), bytes=entry.size)
