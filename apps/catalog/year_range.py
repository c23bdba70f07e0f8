"""Times that a row may name: other time zones and the next day still exist there."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError

FIRST_YEAR, LAST_YEAR = 1900, 2999
SENTENCE = f"Give a year from {FIRST_YEAR} to {LAST_YEAR}."


def insist(at: datetime) -> None:
    """A validator of form fields."""
    if not FIRST_YEAR <= at.year <= LAST_YEAR:
        raise ValidationError(SENTENCE)


def faults(row: Any, *fields: str) -> dict[str, str]:
    """The sentence for each of these fields that is out of reach."""
    times = {field: getattr(row, field) for field in fields}
    return {
        field: SENTENCE
        for field, at in times.items()
        if at and not FIRST_YEAR <= at.year <= LAST_YEAR
    }
