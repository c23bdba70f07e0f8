"""Checks a backup and puts its rows and pictures in the place of what there is."""

from __future__ import annotations

import hashlib
import tarfile
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import IO

from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder
from pydantic import ValidationError

from apps.infrastructure import stored_files, swappable_models
from apps.ops.backup import tables
from apps.ops.backup.manifest import Manifest
from apps.ops.backup.tables import Table
from apps.ops.backup.writing import MANIFEST, PICTURES, TABLES
from apps.properties.models import Property

CUT_SHORT = "The backup was cut short or is no backup: {reason}."
DAMAGED = "The backup is damaged: “{name}” is not what was written."
TOO_NEW = (
    "The backup is of version {version}, which this one ({own}) does not know. Update "
    "Concierge first."
)
FILLED = (
    "The database holds properties already. To replace all that it holds by the "
    "backup, add --replace."
)


class BackupUnusable(Exception):  # noqa: N818 - it says what the backup is
    """Found before anything is changed; the message says why."""


def check(path: Path) -> Manifest:
    """The manifest of a backup of which every byte is as it was written.

    Raises BackupUnusable.
    """
    try:
        with tarfile.open(path) as archive:
            manifest = _manifest(archive)
            for name, part in manifest.parts.items():
                digest = hashlib.file_digest(_file(archive, name), "sha256")  # type: ignore[arg-type]
                if digest.hexdigest() != part.sha256 or not _is_inside(name):
                    raise BackupUnusable(DAMAGED.format(name=name))
    except (tarfile.TarError, OSError, EOFError, ValidationError, KeyError) as error:
        raise BackupUnusable(CUT_SHORT.format(reason=error)) from error
    return manifest


def restore(path: Path, *, may_replace: bool) -> Manifest:
    """Puts the backup in place; rows come in one transaction. Raises BackupUnusable.

    A backup of an older version is loaded into its own tables, which are then migrated;
    the newer tables that stand in their place are dropped before, with their rows.
    """
    manifest = check(path)
    _insist_on_known(manifest)
    if not may_replace and _is_filled():
        raise BackupUnusable(FILLED)
    _migrate_to(manifest)
    with tarfile.open(path) as archive:
        tables.write_all(_tables(archive, manifest), manifest.sequences)
        for name in manifest.parts:
            if name.startswith(PICTURES):
                picture = name.removeprefix(PICTURES)
                stored_files.replace(picture, _file(archive, name))
    call_command("migrate", verbosity=0, interactive=False)
    return manifest


def _manifest(archive: tarfile.TarFile) -> Manifest:
    return Manifest.model_validate_json(_file(archive, MANIFEST).read())


def _file(archive: tarfile.TarFile, name: str) -> IO[bytes]:
    file = archive.extractfile(name)
    if file is None:
        raise KeyError(name)
    return file


def _insist_on_known(manifest: Manifest) -> None:
    migrations_here = MigrationExecutor(connection).loader.disk_migrations
    if any(each not in migrations_here for each in manifest.migrations):
        raise BackupUnusable(
            TOO_NEW.format(version=manifest.version, own=settings.VERSION)
        )


def _is_filled() -> bool:
    has_table = Property._meta.db_table in connection.introspection.table_names()
    return has_table and Property.objects.exists()


def _migrate_to(manifest: Manifest) -> None:
    """Makes the tables that the backup was written from."""
    target_migrations = set(manifest.migrations)
    applied = set(MigrationRecorder(connection).applied_migrations())
    if applied == target_migrations:
        return
    if applied - target_migrations:  # there is no way back from a migration
        with connection.cursor() as cursor:
            cursor.execute("drop schema if exists langgraph cascade")
            cursor.execute("drop schema public cascade")
            cursor.execute("create schema public")
    executor = MigrationExecutor(connection)
    nodes = executor.loader.graph.node_map
    # An earlier migration of an app as a target would mean the way back to it.
    earlier = {
        parent.key
        for key in target_migrations
        for parent in nodes[key].parents
        if parent.key[0] == key[0]
    }
    with swappable_models.remembered():
        executor.migrate(sorted(target_migrations - earlier))


def _tables(
    archive: tarfile.TarFile, manifest: Manifest
) -> Iterator[tuple[Table, IO[bytes]]]:
    for name, part in manifest.parts.items():
        if name.startswith(TABLES):
            schema, _, table = name.removeprefix(TABLES).partition(".")
            yield Table(schema, table, tuple(part.columns)), _file(archive, name)


def _is_inside(name: str) -> bool:
    """Whether a picture of this name stays below the folder of pictures."""
    relative = PurePosixPath(name.removeprefix(PICTURES))
    return not relative.is_absolute() and ".." not in relative.parts
