"""The years that a row may use, so that time zones and the next day stay in range."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.core.exceptions import ValidationError

FIRST_YEAR, LAST_YEAR = 1900, 2999
SENTENCE = f"Give a year from {FIRST_YEAR} to {LAST_YEAR}."


def insist(at: date) -> None:
    """A validator for form fields."""
    if not FIRST_YEAR <= at.year <= LAST_YEAR:
        raise ValidationError(SENTENCE)


def faults(row: Any, *fields: str) -> dict[str, str]:
    """A message for each of these fields whose year is out of range."""
    times = {field: getattr(row, field) for field in fields}
    return {
        field: SENTENCE
        for field, at in times.items()
        if at and not FIRST_YEAR <= at.year <= LAST_YEAR
    }
