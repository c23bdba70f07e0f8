"""Writes a row of a file and its parts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, time
from typing import Any
from zoneinfo import ZoneInfo

from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.db import models

from apps.catalog import wall_clock
from apps.catalog.demo import field_checks, related_rows
from apps.catalog.demo.problems import Spot
from apps.catalog.demo.rows import Row
from apps.catalog.models import Item


def write(
    stored: models.Model, row: Row, linked: Mapping[str, models.Model | None]
) -> None:
    """Makes the stored row equal to the row of the file."""
    is_new = stored._state.adding
    _fill(stored, row, linked)
    save(stored, row.spot)
    for part, old in related_rows.of(stored):
        spot = row.spot.at(part)
        if not is_new:
            old.delete()
        children = related_rows.unsaved(stored, part, row.values, spot)
        add(children, spot, owner=related_rows.OWNERS[part])
        related_rows.check_together(part, children, spot)


def add(children: Sequence[models.Model], spot: Spot, *, owner: str) -> None:
    """Saves the parts of a row; `owner` is their field that refers to the row.

    The caller checks the parts against each other. Saving one part indexes the whole
    row again, so one signal suffices for all.
    """
    for child in children:
        _check(child, spot, exclude={owner}, validate_constraints=False)
    if children:
        type(children[0])._default_manager.bulk_create(children[:-1])
        children[-1].save()


def save(stored: models.Model, spot: Spot) -> None:
    """Validates and saves a row; raises FixtureError with a message for staff."""
    _check(stored, spot)
    stored.save()


def _check(stored: models.Model, spot: Spot, **options: Any) -> None:
    try:
        stored.full_clean(**options)
    except ValidationError as problem:
        field, sentence = _first(problem)
        where = spot.at(" ".join(filter(None, (spot.field, field))))
        raise where.error(f"{sentence}{_quoted(stored, field)}") from problem


def _fill(
    stored: models.Model, row: Row, linked: Mapping[str, models.Model | None]
) -> None:
    zone = stored.property.zone if isinstance(stored, Item) else ZoneInfo("UTC")
    for name, field in field_checks.fields(row.model).items():
        value: Any = linked[name] if name in linked else row.values.get(name)
        if isinstance(field, models.DateTimeField) and value is not None:
            value = _moment(value, zone)
        setattr(stored, name, field.get_default() if value is None else value)
    if isinstance(stored, Item):
        stored.kind = stored.KIND


def _moment(value: date | datetime, zone: ZoneInfo) -> datetime:
    """The moment of a date or time in the time zone of the property."""
    if not isinstance(value, datetime):
        return wall_clock.moment(value, time(), zone)
    if value.tzinfo is None:
        return wall_clock.moment(value.date(), value.time(), zone)
    return value.astimezone(UTC)


def _first(problem: ValidationError) -> tuple[str, str]:
    """The field and message of the first error; errors of the whole row come last."""
    messages = problem.message_dict
    field = min(messages, key=lambda name: name == NON_FIELD_ERRORS)
    return ("" if field == NON_FIELD_ERRORS else field), messages[field][0]


def _quoted(stored: models.Model, field: str) -> str:
    written = getattr(stored, field, None) if field else None
    return "" if written in (None, "") else f" The file says {written}."
