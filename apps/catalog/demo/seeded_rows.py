"""The rows that earlier runs wrote, and whether a row of a file may be written.

The docstring of the package explains the rule. A hash of the stored row shows whether
staff have edited it.
"""

from __future__ import annotations

import hashlib
import json
from enum import Enum
from typing import Any

from django.db import models

from apps.catalog.demo import row_writer
from apps.catalog.demo.rows import Row
from apps.catalog.models import SeededRow
from apps.properties import websites

STORED_FIELDS = ["fixture_hash", "row_hash", "weekly_hash", "performed_until"]
# These fields change although nobody edits the row.
UNHASHED = {"revision", "created_at", "updated_at"}
EMPTY: tuple[Any, ...] = (None, "", [], False)


class Verdict(Enum):
    NEW = "new"
    CHANGED = "changed"
    SAME = "same"
    LEFT = "left to staff"


class SeededRows:
    """What earlier runs wrote; `store` adds this run."""

    def __init__(self) -> None:
        self._seeded = {seeded.key: seeded for seeded in SeededRow.objects.all()}
        self._before = {
            key: _stored_fields(seeded) for key, seeded in self._seeded.items()
        }

    def has(self, row: Row) -> bool:
        """Whether an earlier run has handled exactly this text."""
        seeded = self._seeded.get(row.key)
        return seeded is not None and seeded.fixture_hash == row.fixture_hash

    def verdict(self, row: Row, stored: models.Model | None) -> Verdict:
        seeded = self._seeded.get(row.key)
        if seeded is None:
            return Verdict.NEW if stored is None else Verdict.LEFT
        if stored is not None and content_hash(stored) == seeded.row_hash:
            return Verdict.CHANGED
        return Verdict.LEFT

    def of(self, row: Row) -> SeededRow | None:
        return self._seeded.get(row.key)

    def remember(self, row: Row, stored: models.Model) -> None:
        seeded = self._seeded.setdefault(row.key, SeededRow(key=row.key))
        seeded.fixture_hash = row.fixture_hash
        seeded.row_hash = content_hash(stored)

    def store(self) -> None:
        changed = [
            seeded
            for key, seeded in self._seeded.items()
            if self._before.get(key) != _stored_fields(seeded)
        ]
        SeededRow.objects.bulk_create(
            changed,
            update_conflicts=True,
            unique_fields=["key"],
            update_fields=STORED_FIELDS,
        )


def _stored_fields(seeded: SeededRow) -> tuple[object, ...]:
    return tuple(getattr(seeded, name) for name in STORED_FIELDS)


def content_hash(row: models.Model) -> str:
    """Hash of a row in the database with its hours, exceptions and tiers."""
    stored = type(row)._default_manager.get(pk=row.pk)
    content = [_values(stored)]
    for _, children in row_writer.related_rows_of(stored):
        content += [_values(child) for child in children]
    text = json.dumps(content, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()


def _values(row: models.Model) -> dict[str, Any]:
    """The values that are not empty, so that a new empty column changes no hash."""
    values = {
        field.name: _value(field, row)
        for field in row._meta.concrete_fields
        if not field.primary_key and field.name not in UNHASHED
    }
    return {name: value for name, value in values.items() if value not in EMPTY}


def _value(field: models.Field[Any, Any], row: models.Model) -> Any:
    """A website without its scheme, which stored hashes do not include."""
    value = field.value_from_object(row)
    is_website = isinstance(field, websites.WebsiteField)
    return websites.without_scheme(value) if is_website else value
