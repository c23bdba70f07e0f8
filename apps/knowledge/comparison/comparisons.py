"""What distinguishes rows that a guest compares: the fields in which they differ."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from datetime import datetime

from apps.infrastructure import patterns
from apps.knowledge.comparison import row_numbers, rows_in_part
from apps.knowledge.comparison.rows_in_part import LEAST_ROWS
from apps.knowledge.property_snapshot import PropertySnapshot
from apps.knowledge.question import limits
from apps.knowledge.question.focus import MAX_ROWS_IN_FOCUS
from apps.knowledge.search import results
from apps.knowledge.search.results import Found
from apps.knowledge.statements import ellipsis, kind_words, topics
from apps.knowledge.statements.index import Statement
from apps.knowledge.statements.ranking import Ranked
from apps.knowledge.statements.reading import Reading
from apps.language.word_forms import content, stems

MOST_ROWS = MAX_ROWS_IN_FOCUS
# Of more rows, so many fields each: a line stays a line.
FEW_ROWS, FIELDS_OF_MANY = 3, 3
# In the order in which they are told: a place may be a row of its own, and stands next
# to the name of the row that is there. Free text is not compared.
FIELDS = (
    *("in_tower", "at_venue", "place", "cuisine", "genre", "sort"),
    *("rate_from", "price_band", "price_from", "is_free"),
    *("size_sqft", "capacity", "room_count", "floor_count", "opened", "beds", "bath"),
    *("features", "hours", "hours_note"),
    *("dress_code", "reservations", "minimum_age", "fee", "hotel_guests_only"),
    *("table_count", "machine_count", "games"),
)
_COMPARES = patterns.compile(
    r"\b(differences?|different from|differs?|diff|versus|vs)\b|"
    r"\bcompar(e|es|ed|ing|ison)\b|\bside by side\b|\bhow \w+ .+ different\b",
    "i",
)
# "Which is cheaper, compared to Tao?" asks for one field (`extremes.py`).
_IN_ALL = patterns.compile(
    r"\b(differences?|differs?|diff|compare|side by side)\b", "i"
)
_PREFERS = patterns.compile(r"\b(better|best|rather|nicer|prefer)\b", "i")
_OR = patterns.compile(r"\b(or|than|versus|vs)\b", "i")
_AGAINST = patterns.compile(r"\b(or|and|than|to|between|from|with|versus|vs)\b", "i")
# "Do the shops close before the buffet?"; but "closer" and "opened in 1996" are not.
_OPENS = r"(opens?|opening|closes?|closing)"
_OF_HOURS = patterns.compile(
    rf"\b{_OPENS}\b.*\b(before|after|earlier|later|longer|first|last)\b|"
    rf"\b(earlier|later|longer|first|last)\b.*\b{_OPENS}\b",
    "i",
)
_EMPTY = frozenset(
    stems(
        "difference different differ diff compare compared comparing comparison versus "
        "vs better best rather nicer prefer between both two choose pick side show"
    )
)
_NAMES_ALONE = frozenset(stems("it or versus vs the"))
# "How many rooms" asks for a number, "the rooms" for all that is told of them.
_HOW_MANY = patterns.compile(r"\bhow \w+\b", "i")
Values = dict[str, Statement]


def are_worded(text: str) -> bool:
    """Whether a text in English says that it compares."""
    return bool(_COMPARES.search(text))


def passages(
    snapshot: PropertySnapshot, reading: Reading, ranked: Ranked, at: datetime
) -> list[Found]:
    """Passages of the rows, which say by which fields they differ; empty for all other
    questions, and where the records tell of no difference."""
    rows = [row for row in _rows(snapshot, reading) if row not in ranked.hidden]
    values = {row: own for row in rows if (own := _values(snapshot, ranked, row))}
    if not LEAST_ROWS <= len(values) <= MOST_ROWS:
        return []
    fields = _asked_fields(snapshot, reading, ranked, values)
    is_of_hours = _compares_hours(reading)
    if is_of_hours and not _is_comparison(reading):
        fields = ["hours"]
    elif not fields:
        fields = _differing(snapshot, list(values.values()))
        first = ["hours"] if is_of_hours else _first_fields(reading)
        fields = sorted(fields, key=lambda field: field not in first)
    most = FIELDS_OF_MANY if len(values) > FEW_ROWS else len(fields)
    if not reading.named:
        values = _in_order(snapshot, ranked, values, fields[:1])
    return _load(snapshot, values, fields[:most], reading.language, at)


def _rows(snapshot: PropertySnapshot, reading: Reading) -> Sequence[int]:
    """Those that are named, or were listed, or all of the kind that is named."""
    text, named, subject = reading.text, reading.named, reading.subject
    if not (_compares_hours(reading) or _is_comparison(reading)):
        return ()
    if len(named) == 1 and _AGAINST.search(text):
        before = subject.rows[:1] if ellipsis.points_back(text) else ()
        part = rows_in_part.of_other(snapshot, named[0], _words(reading))
        return (*(part or before), *named)
    if named or not _COMPARES.search(text):
        return named
    words = _words(reading)
    return rows_in_part.of_kind(snapshot, words) if words else subject.rows


def _is_comparison(reading: Reading) -> bool:
    """Whether rows are set against each other in all that is told of them: "Tuscany or
    Ballo?", but not "which of them is cheaper?"."""
    text = reading.text
    if _COMPARES.search(text):
        return bool(_IN_ALL.search(text)) or not row_numbers.sign_of(text)
    if not _OR.search(text) or row_numbers.sign_of(text):
        return False
    names_alone = {*stems(reading.masked)} <= _NAMES_ALONE
    return bool(_PREFERS.search(text)) or names_alone


def _compares_hours(reading: Reading) -> bool:
    return len(reading.named) == LEAST_ROWS and bool(_OF_HOURS.search(reading.text))


def _words(reading: Reading) -> set[str]:
    """Stems that say what is compared, besides the names of rows."""
    return content(stems(reading.masked)) - _EMPTY


def _values(snapshot: PropertySnapshot, ranked: Ranked, row: int) -> Values:
    """By field; without a place that the row is called after."""
    return {
        statement.field: statement
        for statement in reversed(ranked.index.statements)
        if statement.item_id == row
        and statement.field in FIELDS
        and _value(snapshot, statement) not in statement.row
    }


def _first_fields(reading: Reading) -> Collection[str]:
    """Of "which is cheaper, and what is the difference?", those of the price; of a
    table for eight, how groups reserve."""
    if limits.read(reading.text).company:
        return ("reservations", "capacity")
    is_ordered = row_numbers.sign_of(reading.text)
    return row_numbers.fields_named(reading.text) if is_ordered else ()


def _asked_fields(
    snapshot: PropertySnapshot,
    reading: Reading,
    ranked: Ranked,
    values: dict[int, Values],
) -> Sequence[str]:
    """Of "compare the dress codes", those of what is asked; empty for no topic."""
    names = stems(" ".join(snapshot.rows[row].name for row in values))
    kinds = () if _HOW_MANY.search(reading.text) else kind_words.KIND_WORDS
    words = _words(reading) - {*names, *stems(" ".join(kinds))}
    if not words or not words <= {*ellipsis.explained_words(ranked.topic)}:
        return []
    if row_numbers.sign_of(reading.text):
        return []
    held = [
        field
        for field in topics.fields_of(ranked.topic)
        if field in FIELDS and all(field in own for own in values.values())
    ]
    return held[:1]


def _differing(snapshot: PropertySnapshot, values: Sequence[Values]) -> Sequence[str]:
    fields = [field for field in FIELDS if any(field in own for own in values)]
    return [
        field
        for field in fields
        if len({_value(snapshot, own.get(field)) for own in values}) > 1
    ]


def _in_order(
    snapshot: PropertySnapshot,
    ranked: Ranked,
    values: dict[int, Values],
    fields: Sequence[str],
) -> dict[int, Values]:
    """The rows by the number of the first field: the cheapest room first."""
    numbers = {
        own.statement.item_id: own.number
        for field in fields
        for own in row_numbers.candidates(
            snapshot, ranked, field, lambda statement: statement.item_id in values
        )
    }
    rows = sorted(values, key=lambda row: numbers.get(row, math.inf))
    return {row: values[row] for row in rows}


def _value(snapshot: PropertySnapshot, statement: Statement | None) -> str:
    if statement is None:
        return ""
    line = snapshot.passages[statement.passage_id].sentences[statement.place]
    return str(line["value"])


def _load(
    snapshot: PropertySnapshot,
    values: dict[int, Values],
    fields: Sequence[str],
    language: str,
    at: datetime,
) -> list[Found]:
    if not fields:
        return []
    passage_ids = dict.fromkeys(
        own[field].passage_id
        for own in values.values()
        for field in fields
        if field in own
    )
    ranked = [(passage_id, 1.0) for passage_id in passage_ids]
    row_passages = results.load(ranked, snapshot, at, language=language)
    for passage in row_passages:
        passage["metadata"]["fits"] = " ".join(fields)
    return row_passages
