"""Facts of a row that depend on the moment; computed by code, never by a model."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, time, tzinfo

from apps.catalog import wall_clock
from apps.catalog.hours import formatting, timetable
from apps.catalog.models import Item, Performance
from apps.knowledge.indexing.readers.sentences import listed, sentence
from apps.knowledge.models import Sentence
from apps.language.calendar.asked_time import DAY, AskedTime

# Weekly hours say little about a day that is further away.
FURTHEST_DAYS = 60
NIGHT_ENDS = time(5)


def of(row: Item, at: datetime, asked_for: AskedTime | None = None) -> list[Sentence]:
    """What is true of the row now, and at the time asked for, with its fields.

    Reads the row's own hours, which may be prefetched, and not the row of its kind.
    """
    then = _at_time(row, asked_for, at) if asked_for else ()
    return [*then, *_now(row, at.astimezone(row.property.zone))]


def state_now(row: Item, at: datetime) -> Iterator[Sentence]:
    """Whether it is open; nothing where the hours are not known."""
    state = formatting.say_state(row, at)
    if state:
        yield sentence("now", "At this moment", state, f"{row.name}: {state}.")


def next_performance(
    performance: Performance, name: str, at: datetime, venue: str = ""
) -> Iterator[Sentence]:
    """When it plays, until when, and what staff have noted; `at` is the local time."""
    begins = formatting.say_moment(performance.starts_at, at)
    when = begins + _until(performance, at.tzinfo)
    stage = f" at {venue}" if venue else ""
    text = f"{name} plays {when}{stage}."
    yield sentence("performances", "Next performance", when, text)
    yield from _note(performance, name, begins)


def _now(row: Item, at: datetime) -> Iterator[Sentence]:
    yield from state_now(row, at)
    for line in formatting.say_exceptions(row, at):
        yield sentence(
            "hours_exceptions", "Changed hours", line, f"{row.name}: {line}."
        )
    performance = row.show.next_performance(at) if row.kind == Item.Kind.SHOW else None
    if performance:
        yield from next_performance(performance, row.name, at)


def _at_time(row: Item, asked_for: AskedTime, at: datetime) -> Iterator[Sentence]:
    """Whether it is open or plays then; nothing where the records do not know."""
    today = at.astimezone(row.property.zone).date()
    if not 0 <= (asked_for.day - today).days <= FURTHEST_DAYS:
        return
    day_text = formatting.say_day(asked_for.day)
    if asked_for.holiday:
        day_text = f"{asked_for.holiday}, {day_text}"
    if row.kind == Item.Kind.SHOW:
        yield from _performances(row, asked_for, day_text)
    elif timetable.state(row, at).is_known:
        if asked_for.clock is not None:
            yield _open_at(row, asked_for.day, asked_for.clock, day_text)
        yield _open_on(row, asked_for.day, day_text)


def _performances(row: Item, asked_for: AskedTime, day_text: str) -> Iterator[Sentence]:
    """A night belongs to the day before; a show without any dates says nothing."""
    zone = row.property.zone
    begins = wall_clock.moment(asked_for.day, NIGHT_ENDS, zone)
    ends = wall_clock.moment(asked_for.day + DAY, NIGHT_ENDS, zone)
    performances = sorted(row.show.performances.all(), key=lambda row: row.starts_at)
    of_day = [row for row in performances if begins <= row.starts_at < ends]
    clocks = [formatting.say_time(row.starts_at.astimezone(zone)) for row in of_day]
    if of_day:
        spans = [
            clock + _until(performance, zone)
            for clock, performance in zip(clocks, of_day, strict=True)
        ]
        text = f"{row.name} plays on {day_text} at {listed(spans)}."
        yield sentence("then", day_text, listed(spans), text)
    elif any(performance.starts_at >= ends for performance in performances):
        text = f"{row.name} does not play on {day_text}."
        yield sentence("then", day_text, "no performance", text)
    for clock, performance in zip(clocks, of_day, strict=True):
        yield from _note(performance, row.name, f"on {day_text} at {clock}")


def _until(performance: Performance, zone: tzinfo | None) -> str:
    if performance.ends_at is None:
        return ""
    ends_at = performance.ends_at.astimezone(zone)
    return f" (until {formatting.say_time(ends_at)})"


def _note(performance: Performance, name: str, when: str) -> Iterator[Sentence]:
    if performance.note:
        text = f"About the performance of {name} {when}: {performance.note}"
        yield sentence(
            "performances", "Note on the performance", performance.note, text
        )


def _open_at(row: Item, day: date, clock: time, day_text: str) -> Sentence:
    state = timetable.state(row, wall_clock.moment(day, clock, row.property.zone))
    when = f"{day_text} at {formatting.say_time(clock)}"
    if not state.is_open:
        return sentence("then", when, "closed", f"{row.name} is closed on {when}.")
    until = f", until {formatting.say_time(state.until)}" if state.until else ""
    text = f"{row.name} is open on {when}{until}."
    return sentence("then", when, f"open{until}", text)


def _open_on(row: Item, day: date, day_text: str) -> Sentence:
    intervals = timetable.intervals(row, day, day)
    if not intervals:
        text = f"{row.name} is closed on {day_text}."
        return sentence("then", day_text, "closed", text)
    spans = formatting.say_spans(intervals)
    return sentence(
        "then", day_text, spans, f"{row.name} is open on {day_text}, {spans}."
    )
