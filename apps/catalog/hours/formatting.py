"""Opening hours in the words that guests and staff read."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import TYPE_CHECKING

from apps.catalog.hours import timetable, vocabulary
from apps.catalog.hours.vocabulary import Vocabulary

if TYPE_CHECKING:
    from apps.catalog.models import HoursException, Item

Times = tuple[time, time]
EXCEPTIONS_AHEAD = timedelta(days=30)
NIGHT_ENDS = time(6)
EVENING_HOUR = 17
THIS_WEEK = timedelta(days=6)
# Whoever hears of a place that closes within this time should know that it does.
SOON = timedelta(minutes=30)
DAYS_OF_WEEK = 7
WEEK = frozenset(range(DAYS_OF_WEEK))


def say_week(item: Item, language: str = "en") -> str:
    """Wednesday to Sunday, 5:00 PM to 10:00 PM; closed Monday and Tuesday.

    Empty when no weekly hours are known.
    """
    words = vocabulary.of(language)
    groups = _days_by_times(item)
    if not groups:
        return ""
    clauses = [
        words.hours_of_days.format(
            days=_say_days(days, words), hours=_say_times(times, words)
        )
        for times, days in groups.items()
    ]
    closed = WEEK - set().union(*groups.values())
    if closed:
        clauses.append(words.closed_on.format(days=_say_days(closed, words)))
    return words.semicolon.join(clauses)


def say_state(item: Item, at: datetime, language: str = "en") -> str:
    """Open now until 10:00 PM; empty when the hours are not known."""
    words, state = vocabulary.of(language), timetable.state(item, at)
    now = at.astimezone(item.property.zone)
    if not state.is_known:
        return ""
    if not state.is_open:
        return _say_closed(state, now, words)
    if state.until is None:
        return words.open_always
    return say_open_until(state.until, now, language)


def say_open_until(until: datetime, now: datetime, language: str = "en") -> str:
    """Open now until 10:00 PM, closes soon; both times are in the property's zone."""
    words = vocabulary.of(language)
    time_text = words.clock(until.time())
    if until.astimezone(UTC) - now.astimezone(UTC) < SOON:
        return words.open_until_soon.format(time=time_text)
    if _is_tonight(until, now):
        return words.open_until.format(time=time_text)
    day = _say_day_in_sight(until.date(), now.date(), words)
    return words.open_until_day.format(day=day, time=time_text)


def say_state_at(
    item: Item, moment: datetime, at: datetime, language: str = "en"
) -> str:
    """Open tonight at 7:00 PM: at a moment to come, seen from `at`, which is in the
    property's zone. Empty when the hours are not known."""
    words, state = vocabulary.of(language), timetable.state(item, moment)
    if not state.is_known:
        return ""
    pattern = words.open_then if state.is_open else words.closed_then
    return pattern.format(when=say_moment(moment, at, language))


def say_exceptions(item: Item, at: datetime, language: str = "en") -> list[str]:
    """Thursday, November 26: closed (Thanksgiving). Those of the next thirty days."""
    words = vocabulary.of(language)
    today = at.astimezone(item.property.zone).date()
    coming = [
        row
        for row in item.hours_exceptions.all()
        if row.first_day <= today + EXCEPTIONS_AHEAD and row.last_day >= today
    ]
    coming.sort(key=lambda row: row.first_day)
    return [_say_exception(row, words) for row in coming]


def say_coming_days(item: Item, at: datetime, language: str = "en") -> list[str]:
    """Friday, November 20: 5:00 PM to 10:00 PM; each of the next fourteen days."""
    today = at.astimezone(item.property.zone).date()
    days = [
        today + number * timetable.DAY for number in range(timetable.LOOK_AHEAD.days)
    ]
    return [say_service_day(item, day, language) for day in days]


def say_service_day(item: Item, day: date, language: str) -> str:
    """Friday, November 20: 5:00 PM to 10:00 PM."""
    words = vocabulary.of(language)
    day_text = vocabulary.long_day(day, words)
    spans = timetable.intervals(item, day, day)
    if not spans:
        return words.exception_closed.format(days=day_text)
    return words.exception.format(days=day_text, hours=say_spans(spans, language))


def say_time(at: time | datetime, language: str = "en") -> str:
    """5:00 PM."""
    wall = at.timetz() if isinstance(at, datetime) else at
    return vocabulary.of(language).clock(wall)


def say_moment(moment: datetime, at: datetime, language: str = "en") -> str:
    """`tonight at 8:00 PM`, seen from `at`, whose zone is the property's.

    `began at 8:00 PM` for a moment before `at`.
    """
    words = vocabulary.of(language)
    local = moment.astimezone(at.tzinfo)
    if local < at:
        return words.began.format(time=words.clock(local.time()))
    days = (local.date() - at.date()).days
    pattern = words.on_day
    if days == 0:
        pattern = words.tonight if local.hour >= EVENING_HOUR else words.today
    elif days == 1:
        pattern = words.tomorrow
    day = vocabulary.long_day(local.date(), words)
    return pattern.format(day=day, time=words.clock(local.time()))


def say_day(day: date, language: str = "en") -> str:
    """Wednesday, November 25."""
    return vocabulary.long_day(day, vocabulary.of(language))


def say_times(opens: time, closes: time, language: str = "en") -> str:
    """5:00 PM to 1:00 AM; equal times are 24 hours."""
    return _say_times(((opens, closes),), vocabulary.of(language))


def say_spans(spans: Sequence[timetable.Interval], language: str = "en") -> str:
    """11:00 AM to 2:00 PM and 5:00 PM to 10:00 PM."""
    times = tuple((span.opens.time(), span.closes.time()) for span in spans)
    return _say_times(times, vocabulary.of(language))


def _days_by_times(item: Item) -> dict[tuple[Times, ...], set[int]]:
    """Groups days with equal hours, in the order of the week."""
    by_day: defaultdict[int, list[Times]] = defaultdict(list)
    for row in item.hours.all():
        by_day[row.weekday].append((row.opens_at, row.closes_at))
    groups: defaultdict[tuple[Times, ...], set[int]] = defaultdict(set)
    for day in sorted(by_day):
        groups[tuple(sorted(by_day[day]))].add(day)
    return groups


def _say_days(days: set[int] | frozenset[int], words: Vocabulary) -> str:
    if days == WEEK:
        return words.every_day
    parts: list[str] = []
    for run in _consecutive_days(days):
        names = [words.weekdays[day] for day in run]
        if len(names) > 2:  # noqa: PLR2004 - two neighbours are named, more are a span
            names = [words.day_span.format(first=names[0], last=names[-1])]
        parts += names
    return vocabulary.listed(parts, words)


def _consecutive_days(days: Collection[int]) -> list[list[int]]:
    """Groups weekdays that follow each other: {6, 0, 1, 3} -> [[6, 0, 1], [3]]."""
    starts = [day for day in sorted(days) if (day - 1) % DAYS_OF_WEEK not in days]
    return [_days_from(start, days) for start in starts]


def _days_from(start: int, days: Collection[int]) -> list[int]:
    run = [start]
    while (run[-1] + 1) % DAYS_OF_WEEK in days:
        run.append((run[-1] + 1) % DAYS_OF_WEEK)
    return run


def _say_times(times: tuple[Times, ...], words: Vocabulary) -> str:
    spans = [_say_span(opens, closes, words) for opens, closes in times]
    return vocabulary.listed(spans, words)


def _say_span(opens: time, closes: time, words: Vocabulary) -> str:
    if opens != closes:
        return words.span.format(opens=words.clock(opens), closes=words.clock(closes))
    if opens == time(0):
        return words.whole_day
    return words.whole_day_from.format(opens=words.clock(opens))


def _say_closed(state: timetable.OpenState, now: datetime, words: Vocabulary) -> str:
    closed = words.closed
    if state.exception:
        closed = words.closed_because.format(note=state.exception)
    if state.next_opening is None:
        return words.not_soon.format(closed=closed)
    opens = state.next_opening.opens
    time_text = words.clock(opens.time())
    if opens.date() == now.date():
        return words.opens_today.format(closed=closed, time=time_text)
    day = _say_day_in_sight(opens.date(), now.date(), words)
    return words.opens_on.format(closed=closed, day=day, time=time_text)


def _say_day_in_sight(day: date, today: date, words: Vocabulary) -> str:
    """The weekday alone if it can only mean one day."""
    if day - today <= THIS_WEEK:
        return words.weekdays[day.weekday()]
    return vocabulary.long_day(day, words)


def _is_tonight(until: datetime, now: datetime) -> bool:
    """Whether the time needs no date: it is today or in the coming night."""
    tomorrow = now.date() + timetable.DAY
    return until.date() == now.date() or (
        until.date() == tomorrow and until.time() <= NIGHT_ENDS
    )


def _say_exception(exception: HoursException, words: Vocabulary) -> str:
    days = vocabulary.long_day(exception.first_day, words)
    if exception.last_day != exception.first_day:
        last = vocabulary.long_day(exception.last_day, words)
        days = words.day_span.format(first=days, last=last)
    sentence = words.exception_closed.format(days=days)
    if exception.opens_at is not None and exception.closes_at is not None:
        times = _say_span(exception.opens_at, exception.closes_at, words)
        sentence = words.exception.format(days=days, hours=times)
    if exception.note:
        sentence = words.because.format(said=sentence, note=exception.note)
    return sentence
