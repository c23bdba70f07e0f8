"""Checks the fields of a row of a fixture and the types of their values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any, TypeAlias

from django.contrib.postgres.fields import ArrayField
from django.db import models

from apps.catalog.demo.fixture_files import Spot, unknown
from apps.catalog.models import HoursException, Item, Promo, PromoTier, Show
from apps.properties.models import Helpline, Jurisdiction

# Set from the position of the row in the file.
IMPLIED: dict[type[models.Model], tuple[str, ...]] = {
    Item: ("property", "picture"),
    Helpline: ("jurisdiction",),
    PromoTier: ("promo", "rank"),
    HoursException: ("item",),
}
# Parts of the row that have tables of their own.
RELATED: dict[type[models.Model], tuple[str, ...]] = {
    Item: ("hours", "exceptions"),
    Show: ("weekly", "weekly_note"),
    Promo: ("tiers",),
    Jurisdiction: ("helplines",),
}
Field: TypeAlias = "models.Field[Any, Any]"


def check(model: type[models.Model], values: Mapping[str, Any], spot: Spot) -> None:
    """Refuses unknown names, missing fields and values of the wrong shape."""
    fields_by_name = fields(model)
    for name, value in values.items():
        if name in fields_by_name:
            _check_value(fields_by_name[name], value, spot.at(name))
        elif name not in _of(RELATED, model):
            raise spot.error(unknown(name, [*fields_by_name, *_of(RELATED, model)]))
    for name, field in fields_by_name.items():
        if _is_needed(field) and values.get(name) in (None, ""):
            raise spot.at(name).error(f"this is missing. {field.help_text}".strip())


def fields(model: type[models.Model]) -> dict[str, Field]:
    """The fields that a fixture may set, by name."""
    implied = _of(IMPLIED, model)
    return {
        field.name: field
        for field in model._meta.fields
        if field.editable and not field.primary_key and field.name not in implied
    }


def listed(value: Any, spot: Spot) -> list[Any]:
    """The entries of a part such as `restaurants` or `tiers`, each a mapping."""
    if not isinstance(value, list):
        raise spot.error("write a list, each entry beginning with “-”.")
    for number, entry in enumerate(value, 1):
        if not isinstance(entry, dict):
            raise spot.error(f"entry {number} is not a list of fields and values.")
    return value


def _of(
    table: Mapping[type[models.Model], tuple[str, ...]], model: type[models.Model]
) -> tuple[str, ...]:
    return tuple(
        name
        for owner, names in table.items()
        if issubclass(model, owner)
        for name in names
    )


def _is_needed(field: Field) -> bool:
    # A slug can be made from the name if the row has one.
    return not field.blank and not field.has_default() and field.name != "slug"


def _check_value(field: Field, value: Any, spot: Spot) -> None:
    is_right, sentence = _shape(field)
    if value is not None and not is_right(value):
        raise spot.error(sentence)


def _shape(field: Field) -> tuple[Callable[[Any], bool], str]:
    """A check of a value, and what the error message expects instead."""
    if isinstance(field, ArrayField):
        return _is_list, "write a list, as in [one, two]."
    if isinstance(field, models.BooleanField):
        return _is_truth, "write true or false."
    if isinstance(field, models.DateField):
        return _is_date, "write a date, as in 2026-02-01."
    return _is_plain, "write one value; words such as yes and no need quotes."


def _is_list(value: Any) -> bool:
    return isinstance(value, list) and all(map(_is_plain, value))


def _is_truth(value: Any) -> bool:
    return isinstance(value, bool)


def _is_date(value: Any) -> bool:
    return isinstance(value, date)


def _is_plain(value: Any) -> bool:
    return isinstance(value, str | int | float | date) and not isinstance(value, bool)
