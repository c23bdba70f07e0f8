"""The changes from one version of a row to the next, as staff read them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import time
from typing import Any

from django.core.exceptions import FieldDoesNotExist
from django.db import models
from django.utils import timezone
from django.utils.dateparse import parse_date, parse_datetime, parse_time
from django.utils.formats import date_format

from apps.catalog.demo.rows import SECTIONS
from apps.catalog.hours import formatting, vocabulary
from apps.catalog.models import HoursException, Item, ServiceHours
from apps.catalog.models.hours import Weekday
from apps.staff.models import Version

# Of rows, by id.
Names = Mapping[int, str]
TIMES = ("opens_at", "closes_at")


@dataclass(frozen=True)
class Change:
    label: str
    before: str
    after: str


def names_of(versions: Iterable[Version]) -> Names:
    """Of the rows that these versions refer to, such as the tower of a room."""
    ids = {
        version.content.get("fields", {}).get(field.name)
        for version in versions
        for field in SECTIONS[version.category]._meta.fields
        if field.is_relation
    }
    rows = Item.objects.filter(pk__in=ids - {None})
    return dict(rows.values_list("pk", "name"))


def changes(before: Version | None, after: Version, names: Names) -> list[Change]:
    """Empty for the first version. Moments are in the current time zone.

    names: those of both versions, of `names_of`.
    """
    if before is None:
        return []
    model = SECTIONS[after.category]
    differences = []
    for part in dict.fromkeys([*before.content, *after.content]):
        old, new = before.content.get(part, {}), after.content.get(part, {})
        if part == "fields":
            differences += _field_changes(model, old, new, names)
        elif old != new:
            label = part.replace("_", " ").capitalize()
            differences.append(_part_change(label, _child_model(model, part), old, new))
    return differences


def _part_change(
    label: str, model: type[models.Model] | None, old: Any, new: Any
) -> Change:
    """With the lines that differ alone, such as those of one day."""
    before, after = _lines(model, old), _lines(model, new)
    only_before = [line for line in before if line not in after]
    only_after = [line for line in after if line not in before]
    if not (only_before or only_after):  # a line that is there twice, or another order
        only_before, only_after = before, after
    return Change(label, "\n".join(only_before), "\n".join(only_after))


def _field_changes(
    model: type[Item], old: dict[str, Any], new: dict[str, Any], names: Names
) -> list[Change]:
    return [
        Change(
            _label(model, name),
            _text(model, name, old, names),
            _text(model, name, new, names),
        )
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


def _text(
    model: type[models.Model], name: str, values: dict[str, Any], names: Names
) -> str:
    field, value = _field(model, name), values.get(name)
    if field is not None and value is not None and field.is_relation:
        return names.get(value) or f"row {value}, deleted"
    if field is not None and field.flatchoices:
        return str(dict(field.flatchoices).get(value, value or ""))
    if isinstance(field, models.DateField | models.TimeField) and value:
        return _on_the_clock(value)
    if isinstance(value, list):
        return ", ".join(map(str, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)


def _on_the_clock(text: str) -> str:
    """A stored moment in the current time zone, a day, or a time of day."""
    if day := parse_date(text):
        return date_format(day, "DATE_FORMAT")
    at, clock = parse_datetime(text), parse_time(text)
    if at is None:
        return vocabulary.of("en").clock(clock) if clock else text
    local = timezone.localtime(at) if timezone.is_aware(at) else at
    return date_format(local, "DATETIME_FORMAT")


def _child_model(model: type[Item], part: str) -> type[models.Model] | None:
    """None for a part that rows no longer have."""
    related: type[models.Model] | None = getattr(
        _field(model, part), "related_model", None
    )
    return related


def _lines(model: type[models.Model] | None, rows: Any) -> list[str]:
    if model is ServiceHours:
        rows = sorted(rows or (), key=lambda row: (row["weekday"], row["opens_at"]))
        return [_line(model, row) for row in rows]
    return sorted(_line(model, row) for row in rows or ())


def _line(model: type[models.Model] | None, row: dict[str, Any]) -> str:
    if model is ServiceHours:
        opens, closes = (time.fromisoformat(row[name]) for name in TIMES)
        times = formatting.say_times(opens, closes)
        return f"{Weekday(row['weekday']).label} {times}"
    filled = {name: value for name, value in row.items() if value not in (None, "")}
    if model is None:
        return ", ".join(map(str, filled.values()))
    if model is HoursException and filled.get("last_day") == filled["first_day"]:
        del filled["last_day"]
    return ", ".join(_named_text(model, name, filled) for name in filled)


def _named_text(model: type[models.Model], name: str, row: dict[str, Any]) -> str:
    """ "Closed" or "not closed", which a mere yes or no beside dates would not say."""
    if not isinstance(row[name], bool):
        return _text(model, name, row, {})
    label = str(_field(model, name).verbose_name)
    return label if row[name] else f"not {label}"
