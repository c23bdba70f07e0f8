"""Writes a row of a fixture with its links to other rows and its related rows.

Related rows are the hours, exceptions and tiers of a row, which have tables of their
own. A link refers to another row by name, as a show refers to its venue.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from typing import Any
from zoneinfo import ZoneInfo

from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.db import models

from apps.catalog import wall_clock
from apps.catalog.demo import field_checks, weekly_hours
from apps.catalog.demo.field_checks import Field
from apps.catalog.demo.fixture_files import Spot, unknown
from apps.catalog.demo.rows import Row
from apps.catalog.hours import validation
from apps.catalog.models import HoursException, Item, Promo, PromoTier, ServiceHours
from apps.properties.models import Helpline, Jurisdiction, Property

# The field of a part that refers to its row.
OWNERS = {"hours": "item", "exceptions": "item", "tiers": "promo"}
OVERLAPS: dict[str, Callable[[list[Any]], list[validation.Overlap]]] = {
    "hours": validation.week_overlaps,
    "exceptions": validation.exception_overlaps,
}


@dataclass(frozen=True)
class Links:
    """Finds the rows that names in a file refer to."""

    rows: tuple[Row, ...] = ()
    place: Property | None = None

    def check(self, row: Row) -> None:
        """Refuses a name that no row of the file has."""
        for name, field in _link_fields(row).items():
            self._named(field, row.values[name], row.spot.at(name))

    def of(self, row: Row) -> dict[str, models.Model | None]:
        """The stored rows that a row refers to, by field; None for deleted ones."""
        return {
            name: self._find(field, row.values[name], row.spot.at(name))
            for name, field in _link_fields(row).items()
        }

    def unsaved(self, row: Row) -> models.Model | None:
        """A new row in its property or jurisdiction; None if that was deleted."""
        if issubclass(row.model, Item):
            return row.model(property=self.place)
        if row.model is not Helpline:
            return row.model()
        law = Jurisdiction.objects.filter(code=row.identity["jurisdiction__code"])
        return Helpline(jurisdiction=law.get()) if law.exists() else None

    def suffice(self, linked: Mapping[str, models.Model | None], row: Row) -> bool:
        """Whether all rows exist that this one requires."""
        fields = field_checks.fields(row.model)
        return all(linked[name] or fields[name].null for name in linked)

    def _find(self, field: Field, written: str, spot: Spot) -> models.Model | None:
        model: Any = field.related_model
        if model is Jurisdiction:
            return _jurisdiction(written, spot)
        identity = self._named(field, written, spot).identity
        stored: models.Model | None = model.objects.filter(**identity).first()
        return stored

    def _named(self, field: Field, written: str, spot: Spot) -> Row:
        model: Any = field.related_model
        rows = [row for row in self.rows if issubclass(row.model, model)]
        matches = [row for row in rows if row.values["name"] == written]
        if not matches:
            names = [str(row.values["name"]) for row in rows]
            raise spot.error(unknown(written, names))
        if len(matches) > 1:
            raise spot.error(f"several rows are called “{written}”.")
        return matches[0]


def write(
    stored: models.Model, row: Row, linked: Mapping[str, models.Model | None]
) -> None:
    """Makes the stored row equal to the row of the file."""
    is_new = stored._state.adding
    _fill(stored, row, linked)
    save(stored, row.spot)
    for part, old in related_rows_of(stored):
        spot = row.spot.at(part)
        if not is_new:
            old.delete()
        children = _unsaved(stored, part, row.values, spot)
        add(children, spot, owner=OWNERS[part])
        _check_together(part, children, spot)


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


def related_rows_of(stored: models.Model) -> list[tuple[str, models.QuerySet[Any]]]:
    """The stored related rows of a row, by their names in a file."""
    parts: list[tuple[str, models.QuerySet[Any]]] = []
    if isinstance(stored, Item):
        parts.append(("hours", stored.hours.all()))
        parts.append(("exceptions", stored.hours_exceptions.all()))
    if isinstance(stored, Promo):
        parts.append(("tiers", stored.tiers.all()))
    return parts


def _unsaved(
    stored: Any, part: str, values: Mapping[str, Any], spot: Spot
) -> list[models.Model]:
    """The parts in a file, as unsaved rows."""
    if part == "hours":
        slots = weekly_hours.hours(values.get(part) or {}, spot)
        return [ServiceHours(item=stored, **slot.columns) for slot in slots]
    if part == "tiers":
        return [
            PromoTier(promo=stored, rank=rank, **entry)
            for rank, entry in enumerate(values.get(part) or [], 1)
        ]
    return [HoursException(item=stored, **entry) for entry in values.get(part) or []]


def _check_together(part: str, rows: list[models.Model], spot: Spot) -> None:
    """Refuses hours and exceptions that overlap each other."""
    overlaps = OVERLAPS[part](rows) if part in OVERLAPS else []
    if overlaps:
        raise spot.error(overlaps[0].sentence)


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


def _link_fields(row: Row) -> dict[str, Field]:
    """The fields of a row that refer to another row."""
    fields = field_checks.fields(row.model)
    return {
        name: field
        for name, field in fields.items()
        if field.is_relation and row.values.get(name)
    }


def _jurisdiction(code: str, spot: Spot) -> Jurisdiction:
    law = Jurisdiction.objects.filter(code=code).first()
    if law is None:
        codes = Jurisdiction.objects.values_list("code", flat=True)
        raise spot.error(unknown(code, codes))
    return law
