"""Facts of a row that depend on the moment; computed by code, never by a model."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, time, tzinfo

from apps.catalog import wall_clock
from apps.catalog.hours import formatting, timetable
from apps.catalog.models import Item, Performance
from apps.knowledge.indexing.readers.sentences import sentence
from apps.knowledge.models import Sentence
from apps.knowledge.schedule import fact_words
from apps.knowledge.schedule.fact_words import Words
from apps.language.calendar import seasons
from apps.language.calendar.asked_time import DAY, AskedTime

# Weekly hours say little about a day that is further away.
FURTHEST_DAYS = 60
NIGHT_ENDS = time(5)


def of(
    row: Item, at: datetime, asked_for: AskedTime | None = None, language: str = "en"
) -> list[Sentence]:
    """What is true of the row now, and at the time asked for, with its fields.

    Reads the row's own hours, which may be prefetched, and not the row of its kind.
    """
    local = at.astimezone(row.property.zone)

    def facts(words: Words) -> Iterator[Sentence]:
        if asked_for:
            yield from _at_time(row, asked_for, at, words)
        yield from _now(row, local, words, asked_for)

    return fact_words.in_language(facts, language)


def state_now(row: Item, at: datetime, language: str = "en") -> list[Sentence]:
    """Whether it is open; nothing where the hours are not known."""
    return fact_words.in_language(lambda words: _state(row, at, words), language)


def next_performance(
    performance: Performance, at: datetime, venue: str = "", language: str = "en"
) -> list[Sentence]:
    """When it plays, until when, and what staff have noted; `at` is the local time."""
    name = performance.show.name
    return fact_words.in_language(
        lambda words: _next_performance(performance, name, at, venue, words), language
    )


def week(row: Item, language: str) -> str:
    """The weekly hours in a sentence; empty where none are known, and in a language
    that has no words for them."""
    words = fact_words.of_language(language)
    hours = formatting.say_week(row, language) if words.language == language else ""
    return words.say("week", row=row.name, week=hours) if hours else ""


def no_performance(
    coming: Performance, at: datetime, pattern: str, times: str, language: str = "en"
) -> list[Sentence]:
    """That nothing plays at the times that are asked for, and what comes next.

    pattern: `none`, or `none_further` after others of that day. times: the name of
    their pattern, or a day as ISO 8601.
    """

    def facts(words: Words) -> Iterator[Sentence]:
        show = coming.show
        when = formatting.say_moment(coming.starts_at, at, words.language)
        text = words.say(
            pattern,
            times=words.times(times, at.date()),
            row=show.name,
            when=when,
            stage=words.say("stage", venue=show.at_venue.name),
        )
        yield sentence("performances", "Next performance", when, text)

    return fact_words.in_language(facts, language)


def _now(
    row: Item, at: datetime, words: Words, asked_for: AskedTime | None
) -> Iterator[Sentence]:
    yield from _state(row, at, words)
    for line in formatting.say_exceptions(row, at, words.language):
        text = words.say("exception", row=row.name, line=line)
        yield sentence("hours_exceptions", "Changed hours", line, text)
    performance = row.show.next_performance(at) if row.kind == Item.Kind.SHOW else None
    if performance:
        lines = list(_next_performance(performance, row.name, at, "", words))
        # Its note would seem to be of the day asked for, which has notes of its own.
        yield from lines[:1] if asked_for else lines


def _state(row: Item, at: datetime, words: Words) -> Iterator[Sentence]:
    state = formatting.say_state(row, at, words.language)
    if state:
        text = words.say("state", row=row.name, state=state)
        yield sentence("now", "At this moment", state, text)
    elif seasons.is_outside(row.hours_note, at.date()):
        text = words.say("season_now", row=row.name, season=row.hours_note)
        yield sentence("now", "At this moment", words.say("now_closed"), text)


def _next_performance(
    performance: Performance, name: str, at: datetime, venue: str, words: Words
) -> Iterator[Sentence]:
    when = formatting.say_moment(performance.starts_at, at, words.language)
    when += _until(performance, at.tzinfo, words)
    stage = words.say("stage", venue=venue) if venue else ""
    pattern = "began" if performance.starts_at < at else "next"
    text = words.say(pattern, row=name, when=when, stage=stage)
    yield sentence("performances", "Next performance", when, text)
    yield from _note(performance, name, "", words)


def is_known_then(row: Item, asked_for: AskedTime, local: datetime) -> bool:
    """Whether the row's hours say without a caution if it is open then."""
    is_near = 0 <= (asked_for.day - local.date()).days <= FURTHEST_DAYS
    is_certain = not asked_for.holiday or _has_entry(row, asked_for)
    return is_near and is_certain and timetable.state(row, local).is_known


def _has_entry(row: Item, asked_for: AskedTime) -> bool:
    """Whether staff have given that day hours of its own."""
    return any(
        exception.first_day <= asked_for.day <= exception.last_day
        for exception in row.hours_exceptions.all()
    )


def _at_time(
    row: Item, asked_for: AskedTime, at: datetime, words: Words
) -> Iterator[Sentence]:
    """Whether it is open or plays then; nothing where the records do not know."""
    today = at.astimezone(row.property.zone).date()
    if not 0 <= (asked_for.day - today).days <= FURTHEST_DAYS:
        return
    if row.kind == Item.Kind.SHOW:
        yield from _performances(row, asked_for, today, words)
    elif timetable.state(row, at).is_known:
        day_text = words.day(asked_for, today)
        caution = _holiday_caution(row, asked_for, words)
        if asked_for.clock is not None:
            fact = _open_at(row, asked_for.day, asked_for.clock, day_text, words)
            yield {**fact, "text": fact["text"] + caution}
        fact = _open_on(row, asked_for.day, day_text, words)
        yield {**fact, "text": fact["text"] + caution}
    elif seasons.is_outside(row.hours_note, asked_for.day):
        yield _out_of_season(row, words.day(asked_for, today), words)


def _out_of_season(row: Item, day_text: str, words: Words) -> Sentence:
    text = words.say("season", row=row.name, day=day_text, season=row.hours_note)
    return sentence("then", day_text, words.say("is_closed"), text)


def _holiday_caution(row: Item, asked_for: AskedTime, words: Words) -> str:
    """What a week's hours leave open on a holiday without an entry of its own."""
    is_uncertain = asked_for.holiday and not _has_entry(row, asked_for)
    return f" {words.say('usual')}" if is_uncertain else ""


def _performances(
    row: Item, asked_for: AskedTime, today: date, words: Words
) -> Iterator[Sentence]:
    """A night belongs to the day before; a show without any dates says nothing."""
    zone, day_text = row.property.zone, words.day(asked_for, today)
    begins = wall_clock.moment(asked_for.day, NIGHT_ENDS, zone)
    ends = wall_clock.moment(asked_for.day + DAY, NIGHT_ENDS, zone)
    performances = sorted(row.show.performances.all(), key=lambda row: row.starts_at)
    of_day = [row for row in performances if begins <= row.starts_at < ends]
    clocks = [words.time(row.starts_at.astimezone(zone)) for row in of_day]
    if of_day:
        times = words.listed(
            [
                clock + _until(performance, zone, words)
                for clock, performance in zip(clocks, of_day, strict=True)
            ]
        )
        text = words.say("plays", row=row.name, day=day_text, times=times)
        yield sentence("then", day_text, times, text)
    elif any(performance.starts_at >= ends for performance in performances):
        text = words.say("no_play", row=row.name, day=day_text)
        yield sentence("then", day_text, words.say("is_dark"), text)
    is_only = len(of_day) == 1
    for clock, performance in zip(clocks, of_day, strict=True):
        when = "" if is_only else words.say("day_at", day=day_text, time=clock)
        yield from _note(performance, row.name, when, words)


def _until(performance: Performance, zone: tzinfo | None, words: Words) -> str:
    if performance.ends_at is None:
        return ""
    return words.say("until", time=words.time(performance.ends_at.astimezone(zone)))


def _note(
    performance: Performance, name: str, when: str, words: Words
) -> Iterator[Sentence]:
    """Behind the time of that performance; when: which one of several, or empty."""
    if note := performance.note:
        about = " ".join(filter(None, (name, when)))
        text = words.say("note", row=about, note=words.recorded(note))
        value = words.value(note)
        yield sentence("performances", "Note on the performance", value, text)


def _open_at(
    row: Item, day: date, clock: time, day_text: str, words: Words
) -> Sentence:
    state = timetable.state(row, wall_clock.moment(day, clock, row.property.zone))
    when = words.say("day_at", day=day_text, time=words.time(clock))
    if not state.is_open:
        text = words.say("closed", row=row.name, day=when)
        return sentence("then", when, words.say("is_closed"), text)
    if state.until is None:
        text = words.say("open", row=row.name, day=when)
        return sentence("then", when, words.say("is_open"), text)
    until = words.time(state.until)
    text = words.say("open_until", row=row.name, day=when, time=until)
    return sentence("then", when, words.say("is_open_until", time=until), text)


def _open_on(row: Item, day: date, day_text: str, words: Words) -> Sentence:
    intervals = timetable.intervals(row, day, day)
    if not intervals:
        text = _closed_on(row, day, day_text, words)
        return sentence("then", day_text, words.say("is_closed"), text)
    hours = formatting.say_spans(intervals, words.language)
    text = words.say("open_during", row=row.name, day=day_text, hours=hours)
    return sentence("then", day_text, hours, text)


def _closed_on(row: Item, day: date, day_text: str, words: Words) -> str:
    """With the next opening after that day, where there is one soon."""
    midnight = wall_clock.moment(day, time(), row.property.zone)
    coming = timetable.state(row, midnight).next_opening
    if coming is None:
        return words.say("closed", row=row.name, day=day_text)
    opens_at = coming.opens
    day_name = formatting.say_day(opens_at.date(), words.language)
    when = words.say("on_day_at", day=day_name, time=words.time(opens_at))
    return words.say("closed_until", row=row.name, day=day_text, when=when)
