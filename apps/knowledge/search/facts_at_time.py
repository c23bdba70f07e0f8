"""What the records mean for the day and the hour that a question names."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, time

from apps.catalog import hours, hours_words, wall_clock
from apps.catalog.models import Item
from apps.knowledge.indexing.readers.sentences import listed, sentence
from apps.knowledge.models import Sentence
from apps.language.calendar.asked_time import DAY, AskedTime

# Weekly hours say little about a day that is further away.
FURTHEST_DAYS = 60
NIGHT_ENDS = time(5)


def sentences(row: Item, asked: AskedTime, at: datetime) -> Iterator[Sentence]:
    """Whether it is open or plays then; nothing where the records do not know."""
    today = at.astimezone(row.property.zone).date()
    if not 0 <= (asked.day - today).days <= FURTHEST_DAYS:
        return
    when = hours_words.say_day(asked.day)
    if asked.holiday:
        when = f"{asked.holiday}, {when}"
    if row.kind == Item.Kind.SHOW:
        yield from _evening(row, asked, when)
    elif hours.state(row, at).known:
        if asked.clock is not None:
            yield _hour(row, asked.day, asked.clock, when)
        yield _day(row, asked, when)


def _evening(row: Item, asked: AskedTime, when: str) -> Iterator[Sentence]:
    """A night belongs to the day before; a show without any dates says nothing."""
    zone = row.property.zone
    begins = wall_clock.moment(asked.day, NIGHT_ENDS, zone)
    ends = wall_clock.moment(asked.day + DAY, NIGHT_ENDS, zone)
    evenings = row.show.performances.all()
    starts = sorted(
        one.starts_at.astimezone(zone)
        for one in evenings
        if begins <= one.starts_at < ends
    )
    if starts:
        clocks = listed([hours_words.say_time(one) for one in starts])
        text = f"{row.name} plays on {when} at {clocks}."
        yield sentence("then", when, clocks, text)
    elif any(one.starts_at >= ends for one in evenings):
        text = f"{row.name} does not play on {when}."
        yield sentence("then", when, "no performance", text)


def _hour(row: Item, day: date, clock: time, when: str) -> Sentence:
    moment = wall_clock.moment(day, clock, row.property.zone)
    state = hours.state(row, moment)
    said = f"{when} at {hours_words.say_time(clock)}"
    if not state.is_open:
        return sentence("then", said, "closed", f"{row.name} is closed on {said}.")
    until = f", until {hours_words.say_time(state.until)}" if state.until else ""
    text = f"{row.name} is open on {said}{until}."
    return sentence("then", said, f"open{until}", text)


def _day(row: Item, asked: AskedTime, when: str) -> Sentence:
    spans = hours.intervals(row, asked.day, asked.day)
    if not spans:
        return sentence("then", when, "closed", f"{row.name} is closed on {when}.")
    said = hours_words.say_spans(spans)
    return sentence("then", when, said, f"{row.name} is open on {when}, {said}.")
