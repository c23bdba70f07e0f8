"""What a stored row says, as a hash: the way to see whether staff touched it."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from django.db import models

from apps.catalog.demo import parts
from apps.properties import websites

# Counters and clocks change without anybody editing the row.
UNSAID = {"revision", "created_at", "updated_at"}
EMPTY: tuple[Any, ...] = (None, "", [], False)


def of(row: models.Model) -> str:
    """Hash of a row in the database with its hours, exceptions and tiers."""
    stored = type(row)._default_manager.get(pk=row.pk)
    content = [_own(stored)]
    for _, children in parts.of(stored):
        content += [_own(child) for child in children]
    text = json.dumps(content, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()


def _own(row: models.Model) -> dict[str, Any]:
    """Values that say something, so that a new empty column changes no hash."""
    values = {
        field.name: _said(field, row)
        for field in row._meta.concrete_fields
        if not field.primary_key and field.name not in UNSAID
    }
    return {name: value for name, value in values.items() if value not in EMPTY}


def _said(field: models.Field[Any, Any], row: models.Model) -> Any:
    """The scheme of a website is ours: hashes are older than it is."""
    value = field.value_from_object(row)
    is_website = isinstance(field, websites.WebsiteField)
    return websites.without_scheme(value) if is_website else value
