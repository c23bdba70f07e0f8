"""Makes a backup when one is due, and keeps the latest ones."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings

from apps.ops.backup import writing

PATTERN = "concierge-*.tar.gz"


def run(now: datetime) -> Path | None:
    """Writes a backup if none is as young as `BACKUP_EVERY_HOURS`; else None."""
    if not is_due(now):
        return None
    path = writing.new_path()
    writing.write(path)
    for old in existing()[: -settings.BACKUP_KEEP]:
        old.unlink()
    return path


def is_due(now: datetime) -> bool:
    if not settings.BACKUP_EVERY_HOURS:
        return False
    backups = existing()
    if not backups:
        return True
    age = timedelta(seconds=now.timestamp() - backups[-1].stat().st_mtime)
    return age >= timedelta(hours=settings.BACKUP_EVERY_HOURS)


def existing() -> list[Path]:
    """Whole backups, the oldest first; their names say when they were made."""
    return sorted(writing.folder().glob(PATTERN))
