"""The days of a visit, as guests who write Chinese name them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date

from apps.guests.extraction.chinese import phrases
from apps.guests.extraction.chinese.phrases import Part
from apps.guests.extraction.claims import LIKELY, Claim
from apps.guests.extraction.dates.calendar_days import Point
from apps.guests.extraction.dates.clock import HALF, HOURS, NOON

# "8点" is as often in the morning.
LATEST_CLEAR = 7


def claims_in(part: Part, today: date) -> Iterator[Claim]:
    """The days of a sentence that speaks of coming or staying."""
    if phrases.pattern("stay").search(part.text) is None:
        return
    points = list(_points(part.text, today))
    if not points:
        return
    first, *later_points = points
    value: dict[str, str | None] = {"from": None, "until": None}
    start, end = first.start, first.end
    is_departure = phrases.pattern("leave").search(part.text[first.end :])
    is_end = bool(
        is_departure or phrases.pattern("until").search(part.text[: first.start])
    )
    if day := first.resolved(today):
        value["until" if is_end else "from"] = day.isoformat()
    for last in later_points[:1]:
        between = part.text[first.end : last.start]
        goes = phrases.pattern("leave").search(part.text[last.end :]) is not None
        is_range = phrases.pattern("range").search(between) is not None
        month = last.month or first.month
        until = replace(last, month=month).resolved(today, day)
        if until and (is_range or goes):
            value["until"], end = until.isoformat(), last.end
    if any(value.values()):
        yield Claim("visit_dates", value, start + part.start, end + part.start, LIKELY)


def arrival_times(part: Part) -> Iterator[Claim]:
    """ "下午三点到"."""
    match = phrases.pattern("arrival").search(part.text)
    if match is None:
        return
    hour = phrases.number(match["hour"])
    is_late = match["part"] in phrases.page()["late_parts"]
    # Who names no part of the day arrives in the afternoon.
    if hour < NOON and (is_late or (not match["part"] and hour <= LATEST_CLEAR)):
        hour += NOON
    minute = HALF if match["half"] else int(match["minute"] or 0)
    if hour < HOURS and (match["part"] or hour >= NOON):
        value = f"{hour:02}:{minute:02}"
        start, end = match.start() + part.start, match.end() + part.start
        yield Claim("arrival_time", value, start, end, LIKELY)


def _points(text: str, today: date) -> Iterator[Point]:
    """The days that are named, in their order."""
    points = [*_dated(text), *_named(text, today)]
    yield from sorted(points, key=lambda point: point.start)


def _dated(text: str) -> Iterator[Point]:
    spans: list[tuple[int, int]] = []
    for match in phrases.pattern("date").finditer(text):
        spans.append(match.span())
        month, day = (
            phrases.number(match["month"]),
            phrases.number(match["day"]),
        )
        yield Point(*match.span(), int(match["year"] or 0), month, day)
    # A figure alone is a day only behind a date: "12月18日到20日"; else an address.
    for match in phrases.pattern("day").finditer(text) if spans else ():
        if match.start() >= spans[0][1] and not any(
            start <= match.start() < end for start, end in spans
        ):
            yield Point(*match.span(), day=phrases.number(match["day"]))


def _named(text: str, today: date) -> Iterator[Point]:
    for match in phrases.pattern("weekday").finditer(text):
        weekday = phrases.page()["weekdays"][match["weekday"]]
        week = 1 if match["next"] else 0
        yield Point(*match.span(), weekday=weekday, week=week)
    for word, ahead in phrases.page()["relative"].items():
        if (start := text.find(word)) >= 0:
            day = date.fromordinal(today.toordinal() + ahead)
            yield Point(start, start + len(word), exact=day)
