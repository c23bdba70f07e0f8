"""Rows of the catalog, or bookings, as a table that can be imported again."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.db import models

from apps.catalog import wall_clock
from apps.catalog.models import Item
from apps.catalog.querysets import ItemQuerySet
from apps.staff.intake import columns, related_columns

DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


def header(model: type[models.Model]) -> list[str]:
    return columns.names(model)


def lines(model: type[models.Model], rows: Any) -> Iterable[Sequence[str]]:
    names = header(model)
    if isinstance(rows, ItemQuerySet):
        related = related_columns.of(model).values()
        accessors = [column.accessor for column in related]
        rows = rows.with_hours().prefetch_related(*accessors)
    else:
        rows = rows.select_related("property", "item")
    for row in rows:
        yield [_cell(row, name) for name in names]


def _cell(row: Any, name: str) -> str:
    if name == columns.HOURS:
        return _hours(row)
    if name == columns.PROPERTY:
        return str(row.property.slug)
    if related := related_columns.of(type(row)).get(name):
        return related.cell(row)
    value = getattr(row, name)
    is_of_any_kind = type(row)._meta.get_field(name).related_model is Item
    if isinstance(value, Item) and is_of_any_kind:
        return f"{value.kind}/{value.slug}"
    return _text(value, row.property.zone)


def _text(value: Any, zone: ZoneInfo) -> str:
    """The inverse of `columns.form_value` and the form fields."""
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case Item():
            return value.slug
        case datetime():
            return wall_clock.written(value.astimezone(zone))
        case list():
            return _words(value)
    return str(value)


def _words(words: list[Any]) -> str:
    is_plain = not any("," in str(word) for word in words)
    return ", ".join(map(str, words)) if is_plain else json.dumps(words, default=str)


def _hours(row: Item) -> str:
    """`mon 12:00-15:00; wed 17:00-22:00`, the format that an import reads."""
    by_day: dict[int, list[str]] = {}
    in_order = sorted(
        row.hours.all(), key=lambda hours: (hours.weekday, hours.opens_at)
    )
    for hours in in_order:
        span = f"{hours.opens_at:%H:%M}-{hours.closes_at:%H:%M}"
        by_day.setdefault(hours.weekday, []).append(span)
    return "; ".join(f"{DAYS[day]} {', '.join(spans)}" for day, spans in by_day.items())
