"""The rows of a kind that are open at a moment: "any spa open now?", "past eight?"."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from apps.catalog.hours import timetable
from apps.catalog.models import Item
from apps.infrastructure import patterns
from apps.language.word_forms import stem, stems
from apps.properties.models import Property

_OPEN_NOW = patterns.compile(
    r"\b(open|serving|abiert\w*)\b.*\b(now|right now|still|late|tonight|at this hour|"
    r"ahora|todav[i\u00ed]a)\b|\bstill (open|serving)\b|"
    r"\b(now|ahora)\b.*\b(open|abiert\w*)\b",
    "i",
)
_KINDS = (
    (
        patterns.compile(
            r"\b(spas?|pools?|gym|fitness|shops?|shopping|stores?)\b", "i"
        ),
        "amenity",
    ),
    (patterns.compile(r"\b(clubs?|nightclubs?|lounges?|venues?)\b", "i"), "venue"),
)


_OPEN_THEN = patterns.compile(
    r"\b(open\w*|serving|clos\w+)\b.*\b(past|after|before|until|till?|at|later than|by|"
    r"midnight|noon)\b|\b\d ?[ap]\.?m\b.*\bopen\b",
    "i",
)


def is_asked(text: str) -> bool:
    return bool(_OPEN_NOW.search(text))


def is_asked_of_sort(text: str) -> bool:
    """Whether what is open at an hour is asked of spas or shops, not of places to
    eat."""
    return bool(_OPEN_THEN.search(text) and _asked_for(text)[1])


def rows(place: Property, text: str, at: datetime) -> Sequence[Item]:
    """Those that are open, the longest first; of the word that is asked for, such as a
    spa, the closed ones where none is open."""
    kind, word = _asked_for(text)
    of_kind = Item.objects.of(place).live(at).filter(kind=kind).with_hours()
    named = [row for row in of_kind if word in _names(row)]
    open_rows = [row for row in named or of_kind if timetable.state(row, at).is_open]
    open_rows.sort(key=lambda row: timetable.time_left(row, at), reverse=True)
    return open_rows or [row for row in named if timetable.state(row, at).is_known]


def _asked_for(text: str) -> tuple[str, str]:
    """The kind, and the stem by which the text names it."""
    for words, kind in _KINDS:
        if match := words.search(text):
            return kind, stem(match[0].lower())
    return "restaurant", ""


def _names(row: Item) -> set[str]:
    return {*stems(" ".join([row.name, *row.aliases]))}
