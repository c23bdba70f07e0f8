"""What the texts of a row must not hold, because guests and spreadsheets read them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db import models

from apps.infrastructure.spreadsheet_formulas import is_formula
from apps.privacy import redaction
from apps.properties import markup

FORMULA = "A name may not begin with =, +, - or @: spreadsheets read that as a formula."
CARD = "This looks like a card number, and guests would read it. Please take it out."
# Guests read a few sentences; every answer about a row reads all of them.
MAX_CHARS = 10_000
TOO_LONG = f"This text is longer than {MAX_CHARS:,} characters. Please shorten it."
# Fields that hold no sentences, or numbers and addresses on purpose.
NOT_READ = frozenset({"kind", "slug", "status", "phone", "website", "picture"})
# What may stand there on purpose, such as the address of a desk.
DOUBTFUL = {"email": "an e-mail address", "ssn": "a social security number"}


def faults(row: models.Model) -> dict[str, str]:
    """A message for each text that is refused."""
    texts = list(_texts(row))
    long_fields = {f.name: TOO_LONG for f, text in texts if len(text) > MAX_CHARS}
    refused = (
        long_fields
        or markup.faults(row)
        or {
            field.name: CARD for field, text in texts if "card" in redaction.kinds(text)
        }
    )
    if is_formula(str(getattr(row, "name", "")).lstrip()):
        refused["name"] = FORMULA
    return refused


def warnings(row: models.Model) -> list[str]:
    """A message for each text that may hold what guests should not read."""
    return [
        f"{str(field.verbose_name).capitalize()} holds {DOUBTFUL[kind]}. Guests may "
        "read it; keep it only if it is meant for them."
        for field, text in _texts(row)
        for kind in redaction.kinds(text)
        if kind in DOUBTFUL
    ]


def _texts(row: models.Model) -> Iterator[tuple[models.Field[Any, Any], str]]:
    for field, text in markup.texts(row):
        if field.name not in NOT_READ:
            yield field, text
