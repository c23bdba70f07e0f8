"""The columns of a table that hold what hangs below a row: exceptions, dates, tiers.

A cell has a line for each, its parts separated by `|`:

    exceptions     2026-12-24 to 2026-12-25|closed|Christmas
                   2026-12-31|17:00-23:30|New Year's Eve
    performances   2026-12-05 20:00 to 2026-12-05 22:00|With the symphony
    tiers          1|Gold|A room upgrade, if there is one
    phrasings      dress_code|Do I need a jacket at Ballo?

Dates of shows are on the property's clock. Those of the past are neither exported nor
changed. Opening hours have a format of their own, in `columns`.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any
from zoneinfo import ZoneInfo

from django.db import models
from django.utils import timezone

from apps.catalog import wall_clock
from apps.catalog.models import (
    HoursException,
    Item,
    Performance,
    Promo,
    PromoTier,
    Show,
)
from apps.knowledge.models import Phrasing
from apps.staff import phrasing_check

Parts = Sequence[str]
TO = " to "
# Each is checked against all others of its row when it is stored.
MOST_NEW_LINES = 200


@dataclass(frozen=True)
class RelatedColumn:
    """kind: of the rows that have it. accessor: of the related rows.

    as_parts: of a related row, on the clock of a zone. from_parts: an unsaved row of
    this item; raises ValueError with a sentence. check: what a new row must fulfil
    besides; raises the same.
    """

    kind: type[Item]
    accessor: str
    as_parts: Callable[[Any, ZoneInfo], Parts]
    from_parts: Callable[[Parts, Item], models.Model]
    check: Callable[[Any, Item], None] = lambda row, item: None

    def cell(self, item: Item) -> str:
        return _joined(self._lines(self._rows(item), item))

    def write(self, item: Item, cell: object) -> tuple[str, str]:
        """Makes the related rows those of the cell; what stood there, and stands now.

        Rows whose line has not changed stay as they are. Raises ValueError or
        ValidationError.
        """
        stored = self._rows(item)
        before = self._lines(stored, item)
        rows = [self.from_parts(parts, item) for parts in _parsed(cell)]
        rows = [row for row in rows if not _is_past(row)]
        after = self._lines(rows, item)
        if len(set(after)) < len(after):
            raise ValueError("The same line stands there twice.")
        new = [row for row, line in zip(rows, after, strict=True) if line not in before]
        if len(new) > MOST_NEW_LINES:
            raise ValueError(
                f"A cell may add at most {MOST_NEW_LINES} lines at a time."
            )
        for row, line in zip(stored, before, strict=True):
            if line not in after:
                row.delete()
        for row in new:
            self.check(row, item)
            row.full_clean()
            row.save()
        return _joined(before), _joined(sorted(after, key=_place_in(before)))

    def _rows(self, item: Item) -> list[models.Model]:
        rows = getattr(item, self.accessor).all()
        return [row for row in rows if not _is_past(row)]

    def _lines(self, rows: Iterable[models.Model], item: Item) -> list[str]:
        zone = item.property.zone
        return [_line(self.as_parts(row, zone)) for row in rows]


def of(model: type[models.Model]) -> dict[str, RelatedColumn]:
    """The related columns of a kind of row, by name."""
    return {
        name: column
        for name, column in COLUMNS.items()
        if issubclass(model, column.kind)
    }


def _is_past(row: models.Model) -> bool:
    return isinstance(row, Performance) and row.starts_at < timezone.now()


def _place_in(lines: list[str]) -> Callable[[str], int]:
    places = {line: place for place, line in enumerate(lines)}
    return lambda line: places.get(line, len(places))


def _line(parts: Parts) -> str:
    out = io.StringIO()
    trimmed = list(parts)
    while trimmed and not trimmed[-1]:
        trimmed.pop()
    csv.writer(out, delimiter="|", lineterminator="").writerow(trimmed)
    return out.getvalue()


def _joined(lines: Iterable[str]) -> str:
    return "\n".join(lines)


def _parsed(cell: object) -> list[Parts]:
    text = str(cell or "").replace("\r\n", "\n").strip()
    reader = csv.reader(io.StringIO(text), delimiter="|", skipinitialspace=True)
    return [[part.strip() for part in parts] for parts in reader if any(parts)]


def _padded(parts: Parts, most: int, example: str) -> list[str]:
    if len(parts) > most:
        raise ValueError(f"Write a line as in {example}.")
    return [*parts, *[""] * (most - len(parts))]


def _exception_parts(row: HoursException, zone: ZoneInfo) -> Parts:
    days = str(row.first_day)
    if row.last_day != row.first_day:
        days = f"{days}{TO}{row.last_day}"
    times = "closed" if row.closed else f"{row.opens_at:%H:%M}-{row.closes_at:%H:%M}"
    return [days, times, row.note]


def _exception(parts: Parts, item: Item) -> HoursException:
    example = "2026-12-24 to 2026-12-25|closed|Christmas"
    days, times, note = _padded(parts, 3, example)
    first, _, last = days.partition(TO)
    row = HoursException(item=item, note=note, closed=times == "closed")
    try:
        row.first_day = date.fromisoformat(first)
        row.last_day = date.fromisoformat(last or first)
        if not row.closed:
            opens, _, closes = times.partition("-")
            row.opens_at, row.closes_at = _wall_time(opens), _wall_time(closes)
    except ValueError as error:
        raise ValueError(f"Write a line as in {example}.") from error
    wall_clock.insist_on_year(row.first_day)
    wall_clock.insist_on_year(row.last_day)
    return row


def _wall_time(text: str) -> time:
    """17:00. Raises ValueError."""
    return datetime.strptime(text.strip(), "%H:%M").time()  # noqa: DTZ007 - no moment


def _performance_parts(row: Performance, zone: ZoneInfo) -> Parts:
    moments = [row.starts_at, *([row.ends_at] if row.ends_at else [])]
    return [
        TO.join(wall_clock.written(moment.astimezone(zone)) for moment in moments),
        row.note,
    ]


def _performance(parts: Parts, item: Item) -> Performance:
    example = "2026-12-05 20:00 to 2026-12-05 22:00|With the symphony"
    moments, note = _padded(parts, 2, example)
    starts, _, ends = moments.partition(TO)
    try:
        starts_at = wall_clock.read(starts, item.property.zone)
        ends_at = wall_clock.read(ends, item.property.zone) if ends else None
    except OverflowError as error:
        raise ValueError(wall_clock.YEAR_OUT_OF_RANGE) from error
    except ValueError as error:
        raise ValueError(f"Write a line as in {example}.") from error
    wall_clock.insist_on_year(starts_at)
    return Performance(show_id=item.pk, starts_at=starts_at, ends_at=ends_at, note=note)


def _tier_parts(row: PromoTier, zone: ZoneInfo) -> Parts:
    return [str(row.rank), row.name, row.benefits.replace("\r\n", "\n")]


def _tier(parts: Parts, item: Item) -> PromoTier:
    rank, name, benefits = _padded(parts, 3, "1|Gold|A room upgrade")
    if not rank.isdecimal():
        raise ValueError("A tier begins with its rank, as in 1|Gold|A room upgrade.")
    return PromoTier(promo_id=item.pk, rank=int(rank), name=name, benefits=benefits)


def _phrasing_parts(row: Phrasing, zone: ZoneInfo) -> Parts:
    return [row.field, row.text]


def _phrasing(parts: Parts, item: Item) -> Phrasing:
    field, text = _padded(parts, 2, "dress_code|Do I need a jacket?")
    return Phrasing(item=item, field=field, text=text)


def _check_phrasing(row: Phrasing, item: Item) -> None:
    """As the form of the row does."""
    if row.field not in (fields := phrasing_check.fields(item)):
        advice = f"Write {' or '.join(fields)}."
        raise ValueError(f"“{row.field}” answers no question here. {advice}")
    names = phrasing_check.row_names(item.property, excluded_item=item.pk)
    if fault := phrasing_check.fault(item.property, row.text, names):
        raise ValueError(fault)


COLUMNS = {
    "exceptions": RelatedColumn(Item, "hours_exceptions", _exception_parts, _exception),
    "performances": RelatedColumn(
        Show, "performances", _performance_parts, _performance
    ),
    "tiers": RelatedColumn(Promo, "tiers", _tier_parts, _tier),
    "phrasings": RelatedColumn(
        Item, "phrasings", _phrasing_parts, _phrasing, _check_phrasing
    ),
}
