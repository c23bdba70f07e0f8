"""The changes from one version of a row to the next, as staff read them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.core.exceptions import FieldDoesNotExist
from django.db import models

from apps.catalog.demo.rows import SECTIONS
from apps.catalog.models import Item, ServiceHours
from apps.catalog.models.hours import Weekday
from apps.staff.models import Version


@dataclass(frozen=True)
class Change:
    label: str
    before: str
    after: str


def changes(before: Version | None, after: Version) -> list[Change]:
    """Empty for the first version."""
    if before is None:
        return []
    model = SECTIONS[after.category]
    differences = []
    for part in dict.fromkeys([*before.content, *after.content]):
        old, new = before.content.get(part, {}), after.content.get(part, {})
        if part == "fields":
            differences += _field_changes(model, old, new)
        elif old != new:
            label = part.replace("_", " ").capitalize()
            differences.append(Change(label, _lines(part, old), _lines(part, new)))
    return differences


def _field_changes(
    model: type[Item], old: dict[str, Any], new: dict[str, Any]
) -> list[Change]:
    return [
        Change(_label(model, name), _text(model, name, old), _text(model, name, new))
        for name in dict.fromkeys([*old, *new])
        if old.get(name) != new.get(name)
    ]


def _field(model: type[models.Model], name: str) -> Any:
    try:
        return model._meta.get_field(name)
    except FieldDoesNotExist:  # the field was removed after this version
        return None


def _label(model: type[Item], name: str) -> str:
    field = _field(model, name)
    return str(field.verbose_name if field else name).capitalize()


def _text(model: type[Item], name: str, values: dict[str, Any]) -> str:
    field, value = _field(model, name), values.get(name)
    if field is not None and value is not None and field.is_relation:
        row = Item.objects.filter(pk=value).first()
        return str(row or f"row {value}, deleted")
    if field is not None and field.flatchoices:
        return str(dict(field.flatchoices).get(value, value or ""))
    if isinstance(value, list):
        return ", ".join(map(str, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)


def _lines(part: str, rows: Any) -> str:
    return "\n".join(sorted(_line(part, row) for row in rows or ()))


def _line(part: str, row: dict[str, Any]) -> str:
    if part == ServiceHours._meta.get_field("item").remote_field.name:
        day = Weekday(row["weekday"])
        return f"{day.value} {day.label} {row['opens_at']} to {row['closes_at']}"
    return ", ".join(str(value) for value in row.values() if value not in (None, ""))
