"""Creates the performances of the coming weeks from a show's weekly rule."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from datetime import date, datetime, timedelta

from apps.catalog import wall_clock
from apps.catalog.demo import row_writer, weekly_hours
from apps.catalog.demo.rows import Row
from apps.catalog.models import Performance, SeededRow, Show

DAY = timedelta(days=1)
DAYS_AHEAD = 60


def make(show: Show, row: Row, seeded: SeededRow, now: datetime) -> int:
    """Creates the performances of the next sixty days; returns how many are new.

    Days for which an earlier run created performances are skipped.
    """
    slots = weekly_hours.slots(row.values.get("weekly") or {}, row.spot.at("weekly"))
    today = now.astimezone(show.property.zone).date()
    first = max(today, (seeded.performed_until or today - DAY) + DAY)
    last = today + (DAYS_AHEAD - 1) * DAY
    performances = list(_performances(show, slots, first, last, _note(row)))
    row_writer.add(performances, row.spot.at("weekly"), owner="show")
    if slots and first <= last:
        seeded.performed_until = last
    return len(performances)


def drop_when_rule_changed(
    show: Show, row: Row, seeded: SeededRow, now: datetime
) -> None:
    """Deletes coming performances when the weekly rule has changed."""
    rule = _rule_hash(row)
    if seeded.weekly_hash != rule:
        show.performances.filter(starts_at__gt=now).delete()
        seeded.weekly_hash, seeded.performed_until = rule, None


def _performances(
    show: Show, slots: list[weekly_hours.Slot], first: date, last: date, note: str
) -> Iterator[Performance]:
    zone = show.property.zone
    existing = set(show.performances.values_list("starts_at", flat=True))
    for offset in range((last - first).days + 1):
        day = first + offset * DAY
        for slot in slots:
            starts_at = wall_clock.moment(day, slot.opens, zone)
            if slot.weekday == day.weekday() and starts_at not in existing:
                yield Performance(
                    show=show,
                    starts_at=starts_at,
                    ends_at=_end(show, day, slot),
                    note=note,
                )


def _end(show: Show, day: date, slot: weekly_hours.Slot) -> datetime | None:
    if slot.closes is None:
        return None
    last_day = day if slot.closes > slot.opens else day + DAY
    return wall_clock.moment(last_day, slot.closes, show.property.zone)


def _note(row: Row) -> str:
    return str(row.values.get("weekly_note") or "")


def _rule_hash(row: Row) -> str:
    rule = json.dumps([row.values.get("weekly"), _note(row)], default=str)
    return hashlib.sha256(rule.encode()).hexdigest()
