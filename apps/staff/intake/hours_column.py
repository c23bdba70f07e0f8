"""The column of a table that holds the weekly hours of a row."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import ValidationError

from apps.catalog.hours import validation
from apps.catalog.models import Item, ServiceHours
from apps.staff.intake import columns
from apps.staff.intake.results import Result


def read(
    item: Item, row: Mapping[str, Any], result: Result
) -> list[ServiceHours] | None:
    """The hours of the table; None without a column, or with an error."""
    if columns.HOURS not in row:
        return None
    try:
        intervals = columns.parse_hours(row[columns.HOURS], item)
        for hours in intervals:
            hours.full_clean(exclude=["item"])
        overlaps = validation.week_overlaps(intervals)
    except (ValueError, ValidationError) as error:
        lines = error.messages if isinstance(error, ValidationError) else [str(error)]
        result.errors[columns.HOURS] = lines[0]
        return None
    if overlaps:
        result.errors[columns.HOURS] = overlaps[0].sentence
    return None if overlaps else intervals


def write(item: Item, intervals: list[ServiceHours], result: Result) -> None:
    before, after = _text(item.hours.all()), _text(intervals)
    if before == after:
        return
    item.hours.all().delete()
    for hours in intervals:
        hours.save()
    result.changes[columns.HOURS] = [before, after]


def _text(rows: Any) -> str:
    in_order = sorted(rows, key=lambda row: (row.weekday, row.opens_at))
    return "; ".join(_span(row) for row in in_order)


def _span(row: ServiceHours) -> str:
    day = row.get_weekday_display()
    return f"{day} {row.opens_at:%H:%M}-{row.closes_at:%H:%M}"
