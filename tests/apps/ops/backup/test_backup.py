"""What a backup holds, and which one is put in place of what there is."""

from __future__ import annotations

import gzip
import os
import threading
from datetime import timedelta
from io import BytesIO, StringIO
from pathlib import Path
from typing import IO, Any
from unittest.mock import patch

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone
from pytest_django import Settings

from apps.infrastructure import stored_files
from apps.ops import tasks
from apps.ops.backup import restoring, schedule, tables, writing
from apps.properties.models import Property
from tests import factories


@pytest.fixture
def backup(tmp_path: Path, settings: Settings, transactional_db: None) -> Path:
    """A backup of one property and one picture."""
    settings.MEDIA_ROOT = tmp_path / "media"
    settings.BACKUP_DIR = str(tmp_path / "backups")
    settings.API_KEY = "hush"
    picture = tmp_path / "media/pictures/grill.webp"
    picture.parent.mkdir(parents=True)
    picture.write_bytes(b"a picture")
    factories.PropertyFactory.create(location="As it was")
    path = tmp_path / "backup.tar.gz"
    writing.write(path)
    return path


def restore(path: Path, **options: Any) -> str:
    out = StringIO()
    call_command("restore", str(path), stdout=out, **options)
    return out.getvalue()


def test_it_puts_back_what_was_changed_and_deleted(
    backup: Path, tmp_path: Path
) -> None:
    Property.objects.update(location="Overwritten")
    factories.PropertyFactory.create(slug="foxwoods")
    picture = tmp_path / "media/pictures/grill.webp"
    picture.unlink()
    assert restore(backup, replace=True).startswith("Restored: ")
    assert [place.location for place in Property.objects.all()] == ["As it was"]
    assert picture.read_bytes() == b"a picture"


def test_it_replaces_nothing_unless_told_to(backup: Path) -> None:
    Property.objects.update(location="Precious")
    with pytest.raises(CommandError, match="--replace"):
        restore(backup)
    assert Property.objects.get().location == "Precious"


@pytest.mark.parametrize(
    ("harm", "reason"),
    [
        (lambda content: content[: len(content) // 2], "cut short"),
        (lambda content: content.replace(b"As it was", b"As it wqs"), "damaged"),
        (lambda content: content.replace(b"a picture", b"e picture"), "damaged"),
        (lambda content: b"no backup", "no backup"),
    ],
    ids=["half", "row", "picture", "nonsense"],
)
def test_it_refuses_what_is_not_as_it_was_written(
    backup: Path, harm: Any, reason: str
) -> None:
    backup.write_bytes(gzip.compress(harm(gzip.decompress(backup.read_bytes()))))
    Property.objects.update(location="Precious")
    with pytest.raises(CommandError, match=reason):
        restore(backup, replace=True)
    assert Property.objects.get().location == "Precious"


def test_it_refuses_a_picture_that_would_leave_its_folder(
    backup: Path,
) -> None:
    """Before any row is written, although all its sums are right."""
    names = patch.object(stored_files, "names", return_value=["../../evil.webp"])
    with names, patch.object(stored_files, "read", _read_anything):
        writing.write(backup)
    Property.objects.update(location="Precious")
    with pytest.raises(CommandError, match="damaged"):
        restore(backup, replace=True)
    assert Property.objects.get().location == "Precious"


def _read_anything(name: str) -> IO[bytes]:
    return BytesIO(b"a picture")


def test_it_refuses_a_backup_of_a_newer_version(backup: Path) -> None:
    manifest = restoring.check(backup)
    manifest.migrations.append(("catalog", "9999_of_next_year"))
    with (
        patch.object(restoring, "check", return_value=manifest),
        pytest.raises(CommandError, match="Update Concierge first"),
    ):
        restore(backup, replace=True)


def test_a_row_that_cannot_be_written_changes_nothing(backup: Path) -> None:
    Property.objects.update(location="Precious")
    last = tables.all_tables()[-1].label
    write = tables._write

    def fail_at_last(table: tables.Table, file: Any) -> None:
        if table.label == last:
            raise OSError("the disk is gone")
        write(table, file)

    with (
        patch.object(tables, "_write", fail_at_last),
        pytest.raises(OSError, match="gone"),
    ):
        restore(backup, replace=True)
    assert Property.objects.get().location == "Precious"


def test_it_names_secrets_and_holds_none(backup: Path) -> None:
    assert "API_KEY" in restoring.check(backup).secrets
    content = gzip.decompress(backup.read_bytes())
    assert b"As it was" in content
    assert b"hush" not in content
    report = StringIO()
    call_command("backup", str(backup.with_name("again.tar.gz")), stderr=report)
    assert "API_KEY" in report.getvalue()
    assert "hush" not in report.getvalue()


def test_only_its_owner_may_read_it(backup: Path) -> None:
    assert backup.stat().st_mode & 0o077 == 0


def test_it_holds_no_sessions_of_staff(backup: Path) -> None:
    assert not [name for name in restoring.check(backup).parts if "session" in name]


def test_it_is_of_one_moment(tmp_path: Path, backup: Path) -> None:
    """A property that is added while tables are read is in none of them."""

    def add_property() -> None:
        factories.PropertyFactory.create(slug="foxwoods")
        connection.close()

    read_into = tables.read_into

    def read_later(table: tables.Table, file: Any) -> int:
        if not Property.objects.filter(slug="foxwoods").exists():
            writer = threading.Thread(target=add_property)
            writer.start()
            writer.join()
        return read_into(table, file)

    with patch.object(tables, "read_into", read_later):
        manifest = writing.write(tmp_path / "moving.tar.gz")
    assert Property.objects.count() == 2
    assert manifest.parts["tables/public.properties_property"].rows == 1


def test_the_worker_makes_one_when_it_is_due_and_keeps_the_latest(
    backup: Path, settings: Settings
) -> None:
    settings.BACKUP_EVERY_HOURS, settings.BACKUP_KEEP = 24, 2
    for day in (1, 2):
        old = writing.folder() / f"concierge-2026-11-0{day}T03-00-00Z.tar.gz"
        old.parent.mkdir(exist_ok=True)
        old.write_bytes(b"old")
    now = timezone.now()
    assert schedule.run(now) is None  # the files are new
    path = schedule.run(now + timedelta(hours=25))
    assert path is not None
    assert [each.name for each in schedule.existing()] == [old.name, path.name]
    restoring.check(path)
    settings.BACKUP_EVERY_HOURS = 0
    assert tasks.back_up() == ""


def test_the_worker_makes_one_at_a_time(backup: Path, settings: Settings) -> None:
    """A backup may take longer than the time between two looks at the clock."""
    settings.BACKUP_EVERY_HOURS = 24
    write, second_runs = writing.write, []

    def look_again_meanwhile(path: Path) -> Any:
        second_runs.append(schedule.run(timezone.now()))
        return write(path)

    with patch.object(writing, "write", look_again_meanwhile):
        assert schedule.run(timezone.now()) is not None
    assert second_runs == [None]
    assert len(schedule.existing()) == 1


def test_the_worker_removes_what_a_killed_one_has_left(
    backup: Path, settings: Settings
) -> None:
    settings.BACKUP_EVERY_HOURS = 24
    writing.folder().mkdir()
    now = timezone.now()
    partials = []
    for hours in (0, 2):
        name = f"concierge-2026-11-0{hours + 1}T03-00-00Z.tar.gz"
        partial = writing.folder() / writing.partial_name(name)
        partial.write_bytes(b"half of it")
        written_at = (now - timedelta(hours=hours)).timestamp()
        os.utime(partial, (written_at, written_at))
        partials.append(partial)
    assert schedule.run(now) is not None
    assert [partial.exists() for partial in partials] == [True, False]
