"""Makes a backup when one is due, and keeps the latest ones."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings

from apps.ops.backup import writing

PATTERN = "concierge-*.tar.gz"
LOCK = ".schedule.lock"
# A backup that takes longer is ended, with whatever it has written.
LONGEST_SECONDS = 3_600


def run(now: datetime) -> Path | None:
    """Writes a backup if none is as young as `BACKUP_EVERY_HOURS`; else None.

    None as well while another process of the worker writes one.
    """
    if not settings.BACKUP_EVERY_HOURS:
        return None
    writing.folder().mkdir(parents=True, exist_ok=True)
    with _claim() as is_first:
        return _write_if_due(now) if is_first else None


def _write_if_due(now: datetime) -> Path | None:
    backups = existing()
    due_after = timedelta(hours=settings.BACKUP_EVERY_HOURS)
    if backups and _age(backups[-1], now) < due_after:
        return None
    _remove_broken_off(now)
    path = writing.new_path()
    writing.write(path)
    for old in existing()[: -settings.BACKUP_KEEP]:
        old.unlink()
    return path


@contextmanager
def _claim() -> Iterator[bool]:
    """Whether no other process has the lock; it goes with its process."""
    with (writing.folder() / LOCK).open("ab") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True


def _remove_broken_off(now: datetime) -> None:
    """What processes that were killed have left; a command may be writing another."""
    for partial in writing.folder().glob(writing.partial_name(PATTERN)):
        if _age(partial, now) >= timedelta(seconds=LONGEST_SECONDS):
            partial.unlink(missing_ok=True)


def _age(path: Path, now: datetime) -> timedelta:
    """Since it was last written to."""
    return timedelta(seconds=now.timestamp() - path.stat().st_mtime)


def existing() -> list[Path]:
    """Whole backups, the oldest first; their names say when they were made."""
    return sorted(writing.folder().glob(PATTERN))
