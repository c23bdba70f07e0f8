"""Which of several rows closes last, or opens first, on the day that is asked for."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import date, datetime
from itertools import groupby
from operator import itemgetter

from apps.catalog.hours import timetable
from apps.catalog.models import Item
from apps.infrastructure import patterns
from apps.knowledge.property_snapshot import PropertySnapshot
from apps.knowledge.search import results
from apps.knowledge.search.results import Found
from apps.knowledge.statements import kind_words
from apps.knowledge.statements.ranking import Ranked
from apps.knowledge.statements.reading import Reading
from apps.language.calendar import asked_time
from apps.language.calendar.asked_time import AskedTime
from apps.language.word_forms import content, stems

# Rows that are level with each other are told together, as long as these are few.
ENOUGH_ROWS, MOST_ROWS = 3, 5
_KINDS = (Item.Kind.AMENITY, Item.Kind.VENUE, Item.Kind.GAMING, Item.Kind.RESTAURANT)
_LAST = patterns.compile(
    r"\b(open|opens|clos\w+|shuts?|eat|dine|dinner|food|drinks?|serv\w+)\b.*"
    r"\b(latest|longest)\b|\b(latest|longest)\b.*\b(open|clos\w+|eat|dine|serv\w+)\b|"
    r"\b(clos\w+|shuts?) (the )?(last|later?)\b|\blast to (close|shut)\b",
    "i",
)
_FIRST = patterns.compile(
    r"\b(opens?|serv\w+)\b.*\bearliest\b|\bearliest\b.*\b(opens?|serv\w+)\b|"
    r"\b(opens? (the )?(first|earlier)|first to open)\b",
    "i",
)
_AMONG_SEVERAL = patterns.compile(r"\b(which|what|where|who)\b", "i")
# "What is the latest I can check in?" is asked of no opening hours.
_OF_STAY = patterns.compile(r"\b(check|arriv\w+|leave|book\w*|cancel\w*)\b", "i")


def passages(
    snapshot: PropertySnapshot, reading: Reading, ranked: Ranked, at: datetime
) -> list[Found]:
    """Passages of the rows, the first one first; empty for all other questions."""
    sign = _sign(reading)
    if not sign:
        return []
    local = at.astimezone(snapshot.place.zone)
    asked_for = asked_time.read(reading.text, local)
    day = asked_for.day if asked_for else local.date()
    rows = _first_rows(_in_order(snapshot, _rows(snapshot, reading, ranked), day, sign))
    keys = snapshot.ids_by_group.get("facts", {})
    row_passages = results.load(
        [(keys[row], 1.0) for row in rows if row in keys],
        snapshot,
        at,
        AskedTime(day),
        language=reading.language,
    )
    for passage in row_passages:
        passage["metadata"]["fits"] = "then"
    return row_passages if len(row_passages) > 1 else []


def _sign(reading: Reading) -> int:
    """1 for the first to open, -1 for the last to close, 0 for all other questions."""
    text = reading.text
    is_of_several = _AMONG_SEVERAL.search(text) and not reading.points_back
    if reading.named or not is_of_several or _OF_STAY.search(text):
        return 0
    return -1 if _LAST.search(text) else int(bool(_FIRST.search(text)))


def _rows(
    snapshot: PropertySnapshot, reading: Reading, ranked: Ranked
) -> Sequence[int]:
    """Those of the kind, or of the sort of it, that the question names; else places to
    eat."""
    words = content(stems(reading.masked))
    named = kind_words.kinds_of([*words])
    kind = next((own for own in _KINDS if own in named), Item.Kind.RESTAURANT)
    rows = [
        statement.item_id
        for statement in ranked.index.statements
        if statement.kind == kind and statement.item_id not in ranked.hidden
    ]
    of_sort = [row for row in rows if words & _words_of(snapshot, row)]
    return [*dict.fromkeys(of_sort or rows)]


def _words_of(snapshot: PropertySnapshot, row: int) -> set[str]:
    """Of its name and its sort; every restaurant has a word for its kind."""
    own = {*stems(f"{snapshot.rows[row].name} {snapshot.sort_of_row.get(row, '')}")}
    return own - {*stems("restaurant place food eat house open")}


def _in_order(
    snapshot: PropertySnapshot, rows: Sequence[int], day: date, sign: int
) -> list[tuple[float, int]]:
    """Those that are open on that day, with the seconds of their first opening, or of
    their last closing as a negative number."""
    ordered = []
    for row in rows:
        item = snapshot.rows[row]
        if spans := timetable.intervals(item, day, day):
            never_closes = timetable.state(item, spans[0].opens).until is None
            edge = spans[0].opens if sign > 0 else spans[-1].closes
            number = -math.inf if never_closes else sign * edge.timestamp()
            ordered.append((number, row))
    return sorted(ordered, key=itemgetter(0))


def _first_rows(ordered: Sequence[tuple[float, int]]) -> list[int]:
    chosen: list[int] = []
    for _, level in groupby(ordered, key=itemgetter(0)):
        rows = [row for _, row in level]
        if chosen and len(chosen) + len(rows) > MOST_ROWS:
            break
        chosen += rows[:MOST_ROWS]
        if len(chosen) >= ENOUGH_ROWS:
            break
    return chosen
