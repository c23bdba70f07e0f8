"""Decides whether a row of a file may be written; the rule is told in the package."""

from __future__ import annotations

from enum import Enum

from django.db import models

from apps.catalog.demo import fingerprints
from apps.catalog.demo.rows import Row
from apps.catalog.models import SeededRow

TOLD = ["fixture_hash", "row_hash", "weekly_hash", "performed_until"]


class Verdict(Enum):
    NEW = "new"
    CHANGED = "changed"
    SAME = "same"
    LEFT = "left to staff"


class Memory:
    """What earlier runs wrote; `store` adds this run."""

    def __init__(self) -> None:
        self._seeded = {seeded.key: seeded for seeded in SeededRow.objects.all()}
        self._before = {key: _told(seeded) for key, seeded in self._seeded.items()}

    def has(self, row: Row) -> bool:
        """Whether an earlier run has dealt with this very text."""
        seeded = self._seeded.get(row.key)
        return seeded is not None and seeded.fixture_hash == row.fixture_hash

    def verdict(self, row: Row, stored: models.Model | None) -> Verdict:
        seeded = self._seeded.get(row.key)
        if seeded is None:
            return Verdict.NEW if stored is None else Verdict.LEFT
        if stored is not None and fingerprints.of(stored) == seeded.row_hash:
            return Verdict.CHANGED
        return Verdict.LEFT

    def of(self, row: Row) -> SeededRow | None:
        return self._seeded.get(row.key)

    def keep(self, row: Row, stored: models.Model) -> None:
        seeded = self._seeded.setdefault(row.key, SeededRow(key=row.key))
        seeded.fixture_hash = row.fixture_hash
        seeded.row_hash = fingerprints.of(stored)

    def store(self) -> None:
        news = [
            seeded
            for key, seeded in self._seeded.items()
            if self._before.get(key) != _told(seeded)
        ]
        SeededRow.objects.bulk_create(
            news,
            update_conflicts=True,
            unique_fields=["key"],
            update_fields=TOLD,
        )


def _told(seeded: SeededRow) -> tuple[object, ...]:
    return tuple(getattr(seeded, name) for name in TOLD)
