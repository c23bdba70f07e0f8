"""Answers to "what is on tonight" and "what is open now": computed, not searched.

No text in the records says what is open at this minute, so no search can find it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from apps.catalog import wall_clock
from apps.catalog.models import Item, Performance, Show
from apps.catalog.models.entertainment import JUST_BEGUN
from apps.catalog.querysets import ShowQuerySet
from apps.infrastructure import patterns
from apps.knowledge.indexing.readers.sentences import sentence
from apps.knowledge.models import Passage, Sentence
from apps.knowledge.schedule import computed_facts, genres, open_now
from apps.knowledge.search import results
from apps.knowledge.search.results import Found
from apps.language.calendar import asked_time, days
from apps.language.calendar.asked_time import AskedTime
from apps.properties.models import Property

MOST_ROWS = 6
SURE = 0.9
DAY = timedelta(days=1)
MORNING = time(5)
SATURDAY = 5

ON_STAGE = patterns.compile(
    r"\b(shows?|concerts?|music|bands?|comed\w+|performances?|entertainment|"
    r"performing|playing|on stage|nightlife|what'?s on|what is on|going on|happening|"
    r"gigs?|headliners?|dj'?s?|karaoke|(any|some)thing live|"
    r"live (stuff|things?|acts?|sets?|events?)|"
    r"(any|some)thing on (tonight|today|tomorrow|this)|"
    r"espect[aá]culos?|conciertos?|m[uú]sica|spectacles?|musique)\b",
    "i",
)
WHEN = patterns.compile(
    r"\b(tonight|today|this evening|tomorrow|weekend|now|hoy|esta noche|ma[nñ]ana|"
    r"ce soir|aujourd'?hui|demain|week-end|fin de semana)\b",
    "i",
)
TONIGHT = patterns.compile(r"\b(tonight|this evening|esta noche|ce soir)\b", "i")
TOMORROW = patterns.compile(r"\b(tomorrow|ma[nñ]ana|demain)\b", "i")
WEEKEND = patterns.compile(r"\b(weekend|week-end|fin de semana)\b", "i")
# "Is the comedy club open on Sunday?" asks for hours.
OPENING = patterns.compile(r"\b(open\w*|close[sd]?|closing|hours)\b", "i")
FREE = patterns.compile(r"\b(free|gratis|no cover)\b", "i")


class Span(NamedTuple):
    start: datetime
    end: datetime


@dataclass(frozen=True)
class Coming:
    """A show in the time that is asked for; `order` is by day, then by time."""

    show: Show
    order: tuple[date, datetime]
    sentences: list[Sentence]


def passages(
    place: Property, text: str, at: datetime, language: str = "en"
) -> list[Found]:
    """Computed passages for questions about this moment; empty for all others."""
    if open_now.is_asked(text):
        return [
            _as_found(row, computed_facts.state_now(row, at, language))
            for row in open_now.rows(place, text, at)[:MOST_ROWS]
        ]
    local = at.astimezone(place.zone)
    asked_for = asked_time.read_of_opening(text, local)
    if asked_for and asked_for.clock and open_now.is_asked_of_sort(text):
        return list(_open_then(place, text, at, asked_for, language))
    when = _span_asked_for(text, local, place.zone)
    # The genres are asked of the database: last.
    if when is None or not (
        ON_STAGE.search(text) or genres.is_all_asked(place, text, at)
    ):
        return []
    coming = [*_performances(place, when, at, language), *_untimed(place, when, at)]
    chosen = _of_genre(sorted(coming, key=lambda row: row.order), text)
    rows = [(row.show, row.sentences) for row in chosen]
    if when.end - when.start < 2 * DAY:
        day = when.start.astimezone(place.zone).date()
        playing = {row.show.pk for row in coming}
        missed = genres.missed(place, text, day, local, playing, language)
        is_met = any(genres.fits(row.show, genres.words(text)) for row in chosen)
        rows = [*(rows if is_met or not missed else []), *missed]
    if not rows:
        return _next_show(place, text, when, local, language)
    return [
        _as_found(show, sentences, group="performances")
        for show, sentences in rows[:MOST_ROWS]
    ]


def _open_then(
    place: Property, text: str, at: datetime, asked_for: AskedTime, language: str
) -> Iterator[Found]:
    """The rows that are open at an hour, or all of that sort with their hours."""
    clock = asked_for.clock or time()
    moment = wall_clock.moment(asked_for.day, clock, place.zone)
    for row in open_now.rows(place, text, moment)[:MOST_ROWS]:
        facts = computed_facts.of(row, at, asked_for, language)
        yield _as_found(row, [fact for fact in facts if fact["field"] == "then"])


def _span_asked_for(text: str, at: datetime, zone: ZoneInfo) -> Span | None:
    """None for a question about no day; `at` is in the property's zone."""
    if days_ahead := days.span(text, at.date()):
        first, last = (wall_clock.moment(day, MORNING, zone) for day in days_ahead)
        return Span(max(at - JUST_BEGUN, first), last)
    if WHEN.search(text):
        return span(text, at, zone)
    asked_for = asked_time.read(text, at)
    days_named = days.named(text, at.date())
    if OPENING.search(text) or not (asked_for or days_named):
        return None
    day = asked_for.day if asked_for else days_named[0]
    start = wall_clock.moment(day, MORNING, zone)
    return Span(max(at, start), wall_clock.moment(day + DAY, MORNING, zone))


def span(text: str, at: datetime, zone: ZoneInfo) -> Span:
    """The time a question means; `at` is in the property's zone. Days end at five."""

    def morning(days: int) -> datetime:
        return wall_clock.moment(at.date() + days * DAY, MORNING, zone)

    if TOMORROW.search(text):
        asked_for = asked_time.read(text, at)  # or the day after it
        ahead = (asked_for.day - at.date()).days if asked_for else 1
        return Span(morning(max(ahead, 1)), morning(max(ahead, 1) + 1))
    if WEEKEND.search(text):
        ahead = (SATURDAY - at.weekday()) % 7 if at.weekday() < SATURDAY else 0
        return Span(max(at, morning(ahead)), morning(ahead + 7 - max(at.weekday(), 5)))
    return Span(at - JUST_BEGUN, morning(1))


def _next_show(
    place: Property, text: str, when: Span, at: datetime, language: str
) -> list[Found]:
    """That nothing plays then, and the next show; empty where none has a date.

    `at` is in the property's zone.
    """
    rows = Performance.objects.of(place).live(at).order_by("starts_at")
    rows = rows.select_related("show__at_venue", "show__property")
    day = when.start.astimezone(place.zone).date()
    morning = wall_clock.moment(day, MORNING, place.zone)
    is_rest = rows.between(morning, when.start).exists()
    pattern = "none_further" if is_rest else "none"
    first_of_shows = {
        row.show_id: row for row in reversed(rows.filter(starts_at__gte=when.end))
    }
    coming = [
        Coming(
            row.show,
            (row.starts_at.date(), row.starts_at),
            computed_facts.no_performance(
                row, at, pattern, _times(text, day, at.date()), language
            ),
        )
        for row in first_of_shows.values()
    ]
    chosen = _of_genre(sorted(coming, key=lambda row: row.order), text)[:1]
    return [_as_found(row.show, row.sentences, group="performances") for row in chosen]


def _times(text: str, day: date, today: date) -> str:
    """The pattern that names the times that a text asks about; else the day."""
    if days.span(text, today):
        return "for_then"
    named = (
        (WEEKEND, "for_weekend"),
        (TOMORROW, "for_tomorrow"),
        (TONIGHT, "for_tonight"),
        (WHEN, "for_today"),
    )
    patterns_named = (name for words, name in named if words.search(text))
    return next(patterns_named, day.isoformat())


def _performances(
    place: Property, when: Span, at: datetime, language: str
) -> Iterator[Coming]:
    """The first of each show in that time."""
    rows = Performance.objects.of(place).live(at).between(when.start, when.end)
    rows = rows.select_related("show__at_venue", "show__property")
    shows = {row.show_id: row for row in reversed(rows)}
    for row in shows.values():
        order = (row.starts_at.astimezone(place.zone).date(), row.starts_at)
        yield Coming(row.show, order, list(_plays(row, at, language)))


def _untimed(place: Property, when: Span, at: datetime) -> Iterator[Coming]:
    """Shows whose note names a day of that time, and whose times nobody has entered."""
    shows = ShowQuerySet(Show).of(place).live(at)
    shows = shows.filter(performances__isnull=True).exclude(hours_note="")
    first, last = (moment.astimezone(place.zone).date() for moment in when)
    for show in shows.select_related("property"):
        note, day = show.hours_note, first
        while day < last and not days.covers(note, [day], at.date()):
            day += DAY
        if day < last:
            text = f"{show.name}: {note}"
            sentences = [sentence("hours_note", "Note on hours", note, text)]
            yield Coming(show, (day, when.end), sentences)


def _of_genre(rows: list[Coming], text: str) -> list[Coming]:
    """Those of the genre that is asked for, or the free ones; all where none is named.

    A row has a word of the question, or a synonym of it, in its genre.
    """
    if FREE.search(text):
        rows = [row for row in rows if row.show.is_free] or rows
    asked_words = genres.words(text)
    fitting = [row for row in rows if genres.fits(row.show, asked_words)]
    return fitting or ([] if genres.names_one(text) else rows)


def _plays(row: Performance, at: datetime, language: str) -> Iterator[Sentence]:
    local, venue = at.astimezone(row.show.property.zone), row.show.at_venue.name
    yield from computed_facts.next_performance(row, local, venue, language)
    if row.show.is_free:
        yield sentence("is_free", "Admission", "Free", "Admission is free.")


def _as_found(row: Item, sentences: list[Sentence], group: str = "now") -> Found:
    """A passage that exists for this answer only."""
    passage = Passage(
        pk=0,
        item=row,
        subject=row,
        property=row.property,
        title=row.name,
        field_group=group,
        revision=row.revision,
    )
    return results.as_found(passage, sentences, SURE)
