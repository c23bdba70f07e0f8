"""The cheapest, the largest, the newest: rows in the order of a number they record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from apps.infrastructure import patterns
from apps.knowledge.property_snapshot import PropertySnapshot
from apps.knowledge.search import results
from apps.knowledge.search.results import Found
from apps.knowledge.statements.index import Statement
from apps.knowledge.statements.kind_words import kinds_of
from apps.knowledge.statements.ranking import Ranked
from apps.knowledge.statements.reading import Reading

MAX_ROWS = 4
# Fields that hold a number, by what is asked of them; the first that rows have counts.
FIELDS = {
    "price": ("price_band", "rate_from"),
    "size": ("size_sqft", "capacity", "room_count"),
    "capacity": ("capacity",),
    "room_count": ("room_count",),
    "floors": ("floor_count",),
    "tables": ("table_count",),
    "machines": ("machine_count",),
    "opened": ("opened",),
}
_LOWEST = patterns.compile(
    r"\b(cheap(est|er)|least expensive|less expensive|lowest|smallest|smaller|fewest|"
    r"oldest)\b",
    "i",
)
_HIGHEST = patterns.compile(
    r"\b(biggest|bigger|largest|larger|highest|tallest|priciest|fanciest|dearest|"
    r"most expensive|more expensive|most|newest)\b",
    "i",
)
_OF_PRICE = patterns.compile(r"\b(cheap|expensive|pric|dear|fanc|cost)\w*", "i")
_OF_SIZE = patterns.compile(r"\b(big|larg|small)\w*", "i")
_OF_THOSE = patterns.compile(
    r"\bwhich( one)?( is| has)?\b|\bof (those|these|them)\b|"
    r"\bthe (cheap|bigg|larg|small)\w+( one)?\W*$",
    "i",
)
_THAN = patterns.compile(r"\b(than|compared|versus)\b", "i")
_DIGITS = patterns.compile(r"\d[\d,]*")


@dataclass(frozen=True)
class _Candidate:
    statement: Statement
    number: float


def passages(
    snapshot: PropertySnapshot, reading: Reading, ranked: Ranked, at: datetime
) -> list[Found]:
    """Passages of the rows, best first; empty for all other questions."""
    sign = _sign(reading.text)
    fields = _fields(reading, ranked.topic)
    is_of_single_row = len(reading.named) == 1 and not is_comparison(reading.text)
    if not sign or not fields or is_of_single_row:
        return []
    pool = _pool(snapshot, reading, ranked, fields)
    if len(pool) < 2:  # noqa: PLR2004 - one alone is no extreme
        return []
    pool.sort(key=lambda candidate: sign * candidate.number)
    row_passages = results.load(
        [(candidate.statement.passage_id, 1.0) for candidate in pool[:MAX_ROWS]],
        snapshot,
        at,
        language=reading.language,
    )
    for passage in row_passages:
        passage["metadata"]["fits"] = pool[0].statement.field
    return row_passages


def is_comparison(text: str) -> bool:
    """Whether it compares with another row: "is it cheaper than Tuscany?"."""
    return bool(_THAN.search(text))


def compares_prices(text: str) -> bool:
    """Whether it asks which row costs less, or more."""
    return bool(_sign(text) and _OF_PRICE.search(text))


def _sign(text: str) -> int:
    """1 for the lowest first, -1 for the highest, 0 where neither is asked for."""
    return 1 if _LOWEST.search(text) else -1 if _HIGHEST.search(text) else 0


def _fields(reading: Reading, topic: str) -> tuple[str, ...]:
    text = reading.text
    if _OF_PRICE.search(text):
        return FIELDS["price"]
    if _OF_SIZE.search(text):
        return FIELDS["size"]
    if reading.kind_alone or reading.names_nothing:
        # "Which tower has the most?" goes on with the rooms that were counted before.
        return FIELDS.get(topic) or FIELDS.get(reading.subject.topic, ())
    return FIELDS.get(topic, ())


def _pool(
    snapshot: PropertySnapshot,
    reading: Reading,
    ranked: Ranked,
    fields: Sequence[str],
) -> list[_Candidate]:
    """Rows that were named or listed, else those of the kind that is asked about."""
    rows, subject = reading.named, reading.subject
    if len(rows) == 1:
        rows = (*subject.rows[:1], *rows)
    if not rows and subject.is_list and _OF_THOSE.search(reading.text):
        rows = subject.rows
    kinds = kinds_of(reading.words) or {ranked.best_kind}
    for field in fields:
        candidates = [
            _Candidate(statement, number)
            for statement in ranked.index.statements
            if statement.field == field
            and statement.item_id not in ranked.hidden
            and (statement.item_id in rows if rows else statement.kind in kinds)
            and (number := _number(snapshot, statement)) is not None
        ]
        if candidates:
            return candidates
    return []


def _number(snapshot: PropertySnapshot, statement: Statement) -> float | None:
    """Of the value as staff recorded it; `$$$` is three."""
    sentence = snapshot.passages[statement.passage_id].sentences[statement.place]
    value = sentence["value"].strip()
    if value and not value.strip("$"):
        return float(len(value))
    digits = _DIGITS.search(value)
    return float(digits[0].replace(",", "")) if digits else None
