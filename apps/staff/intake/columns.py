"""The columns that a table of a kind of row may have, and how cells are read.

Cells hold what people type: `yes`, a label, `wed-sun 17:00-22:00`. A column is named
like the field of the row. A cell names another row by its slug, or by `kind/slug` where
several kinds are possible. The column `property` names the row's property: an export
may hold rows of several properties, an import only those of one.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache, partial
from typing import Any

from django import forms
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.text import capfirst

from apps.catalog import wall_clock
from apps.catalog.demo import field_checks, weekly_hours
from apps.catalog.demo.fixture_files import FixtureError, Spot, unknown
from apps.catalog.demo.rows import SECTIONS
from apps.catalog.models import Item, ServiceHours
from apps.infrastructure.spreadsheet_formulas import is_formula
from apps.properties.models import Property
from apps.reservations.models import Reservation
from apps.staff.intake import related_columns

BOOKINGS = "reservations"
CATEGORIES: dict[str, type[models.Model]] = {**SECTIONS, BOOKINGS: Reservation}
# As the sidebar names the pages of these rows.
TITLES = {name: name.capitalize() for name in CATEGORIES} | {
    "gaming": "Gaming areas",
    "promos": "Promotions",
    "faq": "FAQ",
    BOOKINGS: "Bookings",
}
# Fields of a booking that a table does not set.
_HIDDEN = frozenset({"property", "source"})
MAX_UNKNOWN = 256
# What other systems call our columns, where the spelling is no help.
OTHER_NAMES = {"title": "name", "url": "website", "telephone": "phone"}
HOURS, PROPERTY = "hours", "property"
YES, NO = frozenset({"yes", "true", "1", "x"}), frozenset({"no", "false", "0", ""})


def fields(model: type[models.Model]) -> dict[str, field_checks.Field]:
    """The fields that a table may set, by name."""
    own = field_checks.fields(model)
    hidden = _HIDDEN if model is Reservation else frozenset()
    return {name: field for name, field in own.items() if name not in hidden}


def names(model: type[models.Model]) -> list[str]:
    """All columns of a table, the required ones first."""
    hours = [HOURS] if issubclass(model, Item) else []
    related = related_columns.of(model)
    ordered = dict.fromkeys([*required_fields(model), *fields(model)])
    return [PROPERTY, *ordered, *hours, *related]


def required_fields(model: type[models.Model]) -> list[str]:
    return [name for name, field in fields(model).items() if _is_required(field)]


def labels(category: str) -> dict[str, str]:
    """What the forms call each column of a table, by its name."""
    model = CATEGORIES[category]
    own = fields(model)
    return {
        name: capfirst(str(own[name].verbose_name if name in own else name))
        for name in names(model)
    }


def faults(model: type[models.Model], row: Mapping[str, Any]) -> dict[str, str]:
    """Unknown columns, and cells that hold a formula."""
    allowed = names(model)
    unknown_columns = {
        name: _unknown_column(model, name) for name in row if name not in allowed
    }
    formulas = {
        name: "This is a formula; send its result."
        for name, cell in row.items()
        if isinstance(cell, str) and is_formula(cell, "=")
    }
    return {**unknown_columns, **formulas}


@lru_cache(MAX_UNKNOWN)
def _unknown_column(model: type[models.Model], name: str) -> str:
    """Cached, because it compares the name with all others in every row of a table."""
    known_names = names(model)
    own_name = OTHER_NAMES.get(name.lower())
    if own_name in known_names:
        return f"“{name}” is not known here; did you mean “{own_name}”?"
    return unknown(name, known_names)


def property_faults(place: Property, row: Mapping[str, Any]) -> dict[str, str]:
    """The error of a row that names another property."""
    named = str(row.get(PROPERTY) or "").strip()
    if not named or named.lower() in {place.slug.lower(), place.name.lower()}:
        return {}
    advice = "remove this row, or import it for that property."
    return {PROPERTY: f"“{named}” is another property: {advice}"}


def form_value(field: models.Field[Any, Any], value: object) -> str | list[Any]:
    """The value of a cell as a form field reads it."""
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
    """Words separated by commas; as JSON if a word contains a comma."""
    try:
        words = json.loads(text) if text.startswith("[") else text
    except ValueError:
        return text
    return words if isinstance(words, list) else text


def form_class(
    model: type[models.Model], field_names: list[str], place: Property
) -> type[forms.ModelForm[Any]]:
    """A form of these fields; its choices are rows of this property only."""
    return forms.modelform_factory(
        model,
        form=_RowForm,
        fields=field_names,
        formfield_callback=partial(_form_field, place),
    )


class _RowForm(forms.ModelForm):  # type: ignore[type-arg]
    """Some columns of a row, whose other values may be at fault as well."""

    def add_error(self, field: str | None, error: Any) -> None:
        by_field = getattr(error, "error_dict", None)
        if field or not by_field:
            super().add_error(field, error)
            return
        for name, messages in by_field.items():
            super().add_error(name if name in self.fields else None, messages)


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
    form_field: forms.Field | None = field.formfield(**options)
    if form_field and isinstance(field, models.DateField):
        form_field.validators.append(wall_clock.insist_on_year)
    return form_field


class RowField(forms.ModelChoiceField):  # type: ignore[type-arg]
    """Another row by its slug, or by `kind/slug` if several kinds have that slug."""

    def to_python(self, value: Any) -> Any:
        kind, _, slug = str(value or "").strip().rpartition("/")
        if not slug:
            return None
        rows: Any = self.queryset
        matching = rows.filter(slug=slug, **({"kind": kind} if kind else {}))
        if len(matching) > 1:
            kinds = " or ".join(f"{row.kind}/{slug}" for row in matching)
            raise forms.ValidationError(f"Write {kinds}.")
        if not matching:
            raise forms.ValidationError("No row of this property has this slug.")
        return matching[0]


def parse_hours(text: object, item: Item) -> list[ServiceHours]:
    """`wed-sun 17:00-22:00; mon 12:00-15:00` as rows; raises ValueError.

    Days that are named again have further times: `mon 12:00-15:00; mon 18:00-22:00`.
    """
    times_by_days: dict[str, list[str]] = {}
    for part in filter(None, map(str.strip, str(text or "").split(";"))):
        days, _, times = part.partition(" ")
        times_by_days.setdefault(days, []).append(times.strip())
    written = {days: ", ".join(times) for days, times in times_by_days.items()}
    try:
        slots = weekly_hours.hours(written, Spot(""))
    except FixtureError as error:
        raise ValueError(str(error).lstrip(": ")) from error
    return [ServiceHours(item=item, **slot.columns) for slot in slots]


def is_left_out(field: models.Field[Any, Any], cell: object) -> bool:
    """Whether an empty cell means the field's default, as if there were no column."""
    is_filled_in = field.has_default() or field.name in WITH_DEFAULT
    is_yes_or_no = isinstance(field, models.BooleanField)  # empty means no
    is_empty = cell is None or not str(cell).strip()
    return is_empty and is_filled_in and not field.blank and not is_yes_or_no


def _is_required(field: models.Field[Any, Any]) -> bool:
    has_default = field.has_default() or field.null
    return not field.blank and not has_default and field.name not in WITH_DEFAULT


# Filled in when a table has no such column, or an empty cell.
WITH_DEFAULT = frozenset({"slug", "source", "as_of", "property", "what", "booked_at"})
