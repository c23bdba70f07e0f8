"""Answers to "what is on tonight" and "what is open now": computed, not searched.

No text in the records says what is open at this minute, so no search can find it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from apps.catalog import wall_clock
from apps.catalog.hours import timetable
from apps.catalog.models import Item, Performance
from apps.infrastructure import patterns
from apps.knowledge.indexing.readers.sentences import sentence
from apps.knowledge.models import Passage, Sentence
from apps.knowledge.search import computed_facts, results
from apps.knowledge.search.results import Found
from apps.properties.models import Property

MOST_ROWS = 6
SURE = 0.9
DAY = timedelta(days=1)
# A show that began this recently is still worth walking over to.
JUST_BEGUN = timedelta(minutes=45)
MORNING = time(5)
SATURDAY = 5

ON_STAGE = patterns.compile(
    r"\b(shows?|concerts?|music|bands?|comed\w+|performances?|entertainment|"
    r"performing|playing|on stage|nightlife|what'?s on|what is on|going on|happening|"
    r"espect[aá]culos?|conciertos?|m[uú]sica)\b",
    "i",
)
WHEN = patterns.compile(
    r"\b(tonight|today|this evening|tomorrow|weekend|now|hoy|esta noche|ma[nñ]ana)\b",
    "i",
)
TOMORROW = patterns.compile(r"\b(tomorrow|ma[nñ]ana)\b", "i")
WEEKEND = patterns.compile(r"\bweekend\b", "i")
OPEN_NOW = patterns.compile(
    r"\b(open|serving|abiert\w*)\b.*\b(now|right now|still|late|tonight|at this hour|"
    r"ahora|todav[ií]a)\b|\bstill (open|serving)\b|"
    r"\b(now|ahora)\b.*\b(open|abiert\w*)\b",
    "i",
)
KINDS = (
    (
        patterns.compile(
            r"\b(spas?|pools?|gym|fitness|shops?|shopping|stores?)\b", "i"
        ),
        "amenity",
    ),
    (patterns.compile(r"\b(clubs?|nightclubs?|lounges?|venues?)\b", "i"), "venue"),
)


@dataclass(frozen=True)
class Span:
    start: datetime
    end: datetime


def passages(
    place: Property, text: str, at: datetime, language: str = "en"
) -> list[Found]:
    """Computed passages for questions about this moment; empty for all others."""
    if OPEN_NOW.search(text):
        rows = _open(place, text, at)
        return [
            _as_found(row, computed_facts.state_now(row, at, language)) for row in rows
        ]
    if ON_STAGE.search(text) and WHEN.search(text):
        when = span(text, at.astimezone(place.zone), place.zone)
        return _on_stage(place, when, at, language)
    return []


def span(text: str, at: datetime, zone: ZoneInfo) -> Span:
    """The time a question means; `at` is in the property's zone. Days end at five."""

    def morning(days: int) -> datetime:
        return wall_clock.moment(at.date() + days * DAY, MORNING, zone)

    if TOMORROW.search(text):
        return Span(morning(1), morning(2))
    if WEEKEND.search(text):
        ahead = (SATURDAY - at.weekday()) % 7 if at.weekday() < SATURDAY else 0
        return Span(max(at, morning(ahead)), morning(ahead + 7 - max(at.weekday(), 5)))
    return Span(at - JUST_BEGUN, morning(1))


def _open(place: Property, text: str, at: datetime) -> list[Item]:
    kind = next((kind for words, kind in KINDS if words.search(text)), "restaurant")
    rows = Item.objects.of(place).live(at).filter(kind=kind)
    open_rows = rows.open_at(at)
    open_rows.sort(key=lambda row: timetable.time_left(row, at), reverse=True)
    return open_rows[:MOST_ROWS]


def _on_stage(place: Property, when: Span, at: datetime, language: str) -> list[Found]:
    rows = Performance.objects.of(place).live(at).between(when.start, when.end)
    rows = rows.select_related("show__at_venue", "show__property")
    shows = {row.show_id: row for row in reversed(rows)}
    ordered = sorted(shows.values(), key=lambda row: row.starts_at)
    return [
        _as_found(row.show, list(_plays(row, at, language)), group="performances")
        for row in ordered[:MOST_ROWS]
    ]


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
