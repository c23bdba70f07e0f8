"""Which columns a table of a kind of row may have, and how their cells are read.

Cells are what people type: `yes`, a label, `wed-sun 17:00-22:00`. A column is named
like the field of the row; other rows are named by their slug, and by `kind/slug` where
rows of several kinds are meant. `property` says whose row it is: with it a table of all
properties goes out, and no row of another property comes in.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial
from typing import Any

from django import forms
from django.contrib.postgres.fields import ArrayField
from django.db import models

from apps.catalog.demo import shapes, week
from apps.catalog.demo.problems import FixtureError, Spot, unknown
from apps.catalog.demo.rows import SECTIONS
from apps.catalog.models import Item, ServiceHours
from apps.properties.models import Property

CATEGORIES = SECTIONS
HOURS, PROPERTY = "hours", "property"
YES, NO = frozenset({"yes", "true", "1", "x"}), frozenset({"no", "false", "0", ""})


def known(model: type[Item]) -> list[str]:
    """Columns of a table, those that a row cannot do without first."""
    fields = shapes.fields(model)
    needed = [name for name, field in fields.items() if _is_needed(field)]
    return [PROPERTY, *dict.fromkeys([*needed, *fields]), HOURS]


def needed(model: type[Item]) -> list[str]:
    return [name for name, field in shapes.fields(model).items() if _is_needed(field)]


def faults(model: type[Item], row: Mapping[str, Any]) -> dict[str, str]:
    """Columns that no such row has, and cells that are formulas."""
    names = known(model)
    wrong = {name: unknown(name, names) for name in row if name not in names}
    formulas = {
        name: "This is a formula; send what it comes to."
        for name, cell in row.items()
        if isinstance(cell, str) and cell.startswith("=")
    }
    return {**wrong, **formulas}


def foreign(place: Property, row: Mapping[str, Any]) -> dict[str, str]:
    """What is wrong with a row that says it is of another property."""
    named = str(row.get(PROPERTY) or "").strip()
    if not named or named.lower() in {place.slug.lower(), place.name.lower()}:
        return {}
    return {PROPERTY: f"“{named}” is another property; this table is for {place}."}


def cell(field: models.Field[Any, Any], value: object) -> str | list[Any]:
    """A cell as a form field reads it."""
    text = "" if value is None else str(value).strip()
    lower = text.lower()
    if isinstance(field, ArrayField):
        return _words(text)
    if isinstance(field, models.BooleanField):
        return "true" if lower in YES else "false" if lower in NO else text
    for key, label in field.flatchoices if field.choices else ():
        if lower == str(label).lower():
            return str(key)
    return text


def _words(text: str) -> str | list[Any]:
    """Words separated by commas; as JSON where one of them holds a comma."""
    try:
        words = json.loads(text) if text.startswith("[") else text
    except ValueError:
        return text
    return words if isinstance(words, list) else text


def form_class(
    model: type[Item], names: list[str], place: Property
) -> type[forms.ModelForm[Item]]:
    """A form of these fields that knows no other property's rows."""
    return forms.modelform_factory(
        model, fields=names, formfield_callback=partial(_form_field, place)
    )


def _form_field(
    place: Property, field: models.Field[Any, Any], **options: Any
) -> forms.Field | None:
    if isinstance(field, models.ForeignKey):
        rows = field.related_model._default_manager.filter(property=place)
        return RowField(rows, required=not field.blank)
    if isinstance(field, models.BooleanField):
        return forms.TypedChoiceField(
            choices=[("true", "yes"), ("false", "no")],
            coerce=lambda text: text == "true",
            error_messages={"invalid_choice": "Write yes or no."},
        )
    made: forms.Field | None = field.formfield(**options)
    return made


class RowField(forms.ModelChoiceField):  # type: ignore[type-arg]
    """Another row by its slug, or by `kind/slug` where kinds share a slug."""

    def to_python(self, value: Any) -> Any:
        kind, _, slug = str(value or "").strip().rpartition("/")
        if not slug:
            return None
        rows: Any = self.queryset
        found = rows.filter(slug=slug, **({"kind": kind} if kind else {}))
        if len(found) > 1:
            kinds = " or ".join(f"{row.kind}/{slug}" for row in found)
            raise forms.ValidationError(f"Write {kinds}.")
        if not found:
            raise forms.ValidationError("No row of this property has this slug.")
        return found[0]


def hours(text: object, item: Item) -> list[ServiceHours]:
    """`wed-sun 17:00-22:00; mon 12:00-15:00` as rows; raises ValueError in words."""
    written: dict[str, str] = {}
    for part in filter(None, (one.strip() for one in str(text or "").split(";"))):
        days, _, times = part.partition(" ")
        written[days] = times.strip()
    try:
        slots = week.hours(written, Spot(""))
    except FixtureError as error:
        raise ValueError(str(error).lstrip(": ")) from error
    return [ServiceHours(item=item, **slot.columns) for slot in slots]


def _is_needed(field: models.Field[Any, Any]) -> bool:
    has_default = field.has_default() or field.null
    return not field.blank and not has_default and field.name not in GIVEN


# Filled in where a table does not say it.
GIVEN = frozenset({"slug", "source", "as_of", "property"})
