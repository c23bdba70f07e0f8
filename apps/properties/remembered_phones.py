"""The properties' numbers in a file, for pages that appear while the database is away.

A web process writes them when it starts, and whichever process saves a property.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, NamedTuple

from django.conf import settings
from django.db import transaction
from django.db.models.signals import post_save

from apps.properties import phones
from apps.properties.models import Property

FILE = "property-phones.json"
log = logging.getLogger(__name__)


class RememberedPlace(NamedTuple):
    name: str
    phone: str

    @property
    def phone_href(self) -> str:
        return phones.href(self.phone)


def connect() -> None:
    post_save.connect(_saved, sender=Property, dispatch_uid="remembered_phones")


def remember(places: Iterable[Property]) -> None:
    """Adds them to those in the file; a file that cannot be written is no fault."""
    added = {place.slug: [place.name, place.phone] for place in places}
    stored = _stored()
    if {**stored, **added} == stored:
        return
    try:
        _write({**stored, **added})
    except OSError as error:
        log.warning("phone numbers could not be remembered: %s", error)


def of(slug: str) -> RememberedPlace | None:
    """The property with this slug, or the default one; None where neither is known."""
    stored = _stored()
    entry = stored.get(slug) or stored.get(settings.DEFAULT_PROPERTY)
    return RememberedPlace(*entry) if entry and entry[1] else None


def _saved(instance: Property, **_: Any) -> None:
    transaction.on_commit(lambda: remember([instance]))


def _stored() -> dict[str, list[str]]:
    try:
        stored = json.loads(_path().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return stored if isinstance(stored, dict) else {}


def _write(entries: dict[str, list[str]]) -> None:
    """Readers see the old file or the new one, never a half."""
    folder = _path().parent
    with NamedTemporaryFile("w", dir=folder, delete=False, encoding="utf-8") as file:
        json.dump(entries, file, ensure_ascii=False)
    Path(file.name).replace(_path())


def _path() -> Path:
    return Path(settings.VAR_DIR) / FILE
