"""The cheapest, the largest, the newest: rows in the order of a number they record."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import datetime

from apps.infrastructure import patterns
from apps.knowledge.comparison import neighbours, row_numbers, tier_steps
from apps.knowledge.property_snapshot import PropertySnapshot
from apps.knowledge.search import recorded_words
from apps.knowledge.search.results import Found
from apps.knowledge.statements import choice
from apps.knowledge.statements.kind_words import kinds_of
from apps.knowledge.statements.ranking import Ranked
from apps.knowledge.statements.reading import Reading
from apps.language.spelling import things
from apps.language.word_forms import content, stems

_OF_THOSE = patterns.compile(
    r"\bwhich( one)?( is| has)?\b|\bof (those|these|them)\b|"
    r"\bthe (cheap|bigg|larg|small)\w+( one)?\W*$",
    "i",
)
# Words for any row of a kind, though the names of some have them too.
_FOR_ANY = frozenset(
    stems("room hotel tower place restaurant house show club bar resort casino game")
)
# "Rooms bigger than 600 sq ft" is a limit; "for more than 4 people" is none of these.
_THAN_NUMBER = patterns.compile(
    r"\b(?:cheaper|expensive|bigger|larger|smaller|taller|higher|newer|older) than "
    r"(?:about |around )?[$\u20ac\u00a3]?\d",
    "i",
)
_ANY_ROW = patterns.compile(r"\b(any|some)(thing|where|place)\b", "i")
_THAN = patterns.compile(r"\b(than|compared|versus)\b", "i")


def passages(
    snapshot: PropertySnapshot, reading: Reading, ranked: Ranked, at: datetime
) -> list[Found]:
    """Passages of the rows, best first; empty for all other questions."""
    if next_tier := tier_steps.passages(snapshot, reading, ranked, at):
        return next_tier
    if nearest := neighbours.passages(snapshot, reading, ranked, at):
        return nearest
    sign = row_numbers.sign_of(reading.text)
    fields = _fields(reading, ranked.topic)
    is_of_single_row = len(reading.named) == 1 and not is_comparison(reading.text)
    has_limit = bool(_THAN_NUMBER.search(reading.text))
    is_of_others = is_of_single_row or has_limit or _is_of_no_kind(reading, ranked)
    if not sign or not fields or is_of_others:
        return []
    pool = _pool(snapshot, reading, ranked, fields)
    is_beyond_row = _is_beyond_row(reading)
    if is_beyond_row:
        pool = _beyond(pool, reading.named[0], sign)
    if sign > 0:  # the lowest that is told
        pool = [candidate for candidate in pool if math.isfinite(candidate.number)]
    numbered = [candidate.statement.item_id for candidate in pool]
    having = recorded_words.rows_having(ranked.index, numbered, reading.text)
    if len(having) < len(pool):
        pool = [own for own in pool if own.statement.item_id in having]
    elif len(pool) < 2 and not is_beyond_row:  # noqa: PLR2004 - alone no extreme
        return []
    pool.sort(key=lambda candidate: sign * candidate.number)
    return row_numbers.load(
        snapshot, pool[: row_numbers.MAX_ROWS], reading.language, at
    )


def _is_of_no_kind(reading: Reading, ranked: Ranked) -> bool:
    """Whether a thing is asked for that the best row lacks, and no kind of row: the
    cheapest restaurant is no answer to "cheapest facial"."""
    names_kind = kinds_of(reading.words) or _rows_compared(reading)
    return not names_kind and any(map(things.names_thing, ranked.unmet))


def is_comparison(text: str) -> bool:
    """Whether it compares with another row: "is it cheaper than Tuscany?"."""
    return bool(_THAN.search(text))


def compares_prices(text: str) -> bool:
    """Whether it asks which row costs less, or more."""
    return bool(row_numbers.sign_of(text) and row_numbers.is_of_price(text))


def _fields(reading: Reading, topic: str) -> tuple[str, ...]:
    if named := row_numbers.fields_named(reading.text):
        return named
    if reading.kind_alone or reading.names_nothing:
        # "Which tower has the most?" goes on with the rooms that were counted before.
        return row_numbers.FIELDS.get(topic) or row_numbers.FIELDS.get(
            reading.subject.topic, ()
        )
    return row_numbers.FIELDS.get(topic, ())


def _pool(
    snapshot: PropertySnapshot,
    reading: Reading,
    ranked: Ranked,
    fields: Sequence[str],
) -> list[row_numbers.Candidate]:
    """Rows that were named or listed, else those of the kind that is asked about."""
    rows = _rows_compared(reading)
    kinds = kinds_of(reading.words) or {ranked.best_kind}
    for field in fields:
        pool = row_numbers.candidates(
            snapshot,
            ranked,
            field,
            lambda own: own.item_id in rows if rows else own.kind in kinds,
        )
        if pool:
            return pool if rows else _of_sort(pool, snapshot, reading)
    return []


def _is_beyond_row(reading: Reading) -> bool:
    """Of "which restaurants are cheaper than Tuscany?", where each of them may be."""
    is_of_kind = reading.kinds or not reading.subject.rows
    is_of_any = bool(is_of_kind or _ANY_ROW.search(reading.text))
    return len(reading.named) == 1 and is_of_any and is_comparison(reading.text)


def _beyond(
    pool: Sequence[row_numbers.Candidate], row: int, sign: int
) -> list[row_numbers.Candidate]:
    """Those that are cheaper than the row, or larger; where none is, the row alone."""
    of_row = [own for own in pool if own.statement.item_id == row]
    beyond = (
        [own for own in pool if sign * (own.number - of_row[0].number) < 0]
        if of_row
        else []
    )
    return beyond or of_row


def _rows_compared(reading: Reading) -> Sequence[int]:
    """Ids of the rows that are named, listed, or were told of one after the other;
    empty where any row of the kind may be meant."""
    rows, subject = reading.named, reading.subject
    if _is_beyond_row(reading):
        return ()
    if len(rows) == 1:
        return (*subject.rows[:1], *rows)
    if rows:
        return rows
    if subject.is_list:
        goes_on = reading.hangs_on and reading.names_nothing  # "Cheapest one?"
        is_meant = goes_on or _OF_THOSE.search(reading.text)
        return subject.rows if is_meant else ()
    return reading.chosen_among if choice.is_of_two(reading.text) else ()


def _of_sort(
    pool: list[row_numbers.Candidate], snapshot: PropertySnapshot, reading: Reading
) -> list[row_numbers.Candidate]:
    """Those with each word of the question that tells rows of a kind apart, in their
    name or their sort: "the cheapest suite". "Room" is a word for all of them. The row
    that is named stays as the measure."""
    measure = [own for own in pool if own.statement.item_id in reading.named]
    pool = [own for own in pool if own not in measure]
    for word in content(stems(reading.masked)):
        having = [
            own
            for own in pool
            if word in _words_of_row(snapshot, own.statement.item_id)
        ]
        if word not in _FOR_ANY and having:
            pool = having
    return [*measure, *pool]


def _words_of_row(snapshot: PropertySnapshot, row: int) -> set[str]:
    return {*stems(f"{snapshot.rows[row].name} {snapshot.sort_of_row.get(row, '')}")}
