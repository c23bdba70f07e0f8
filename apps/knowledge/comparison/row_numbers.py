"""Rows by a number that they record: their price, their size, their floors."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from apps.infrastructure import patterns
from apps.knowledge.property_snapshot import PropertySnapshot
from apps.knowledge.search import results
from apps.knowledge.search.results import Found
from apps.knowledge.statements.index import Statement
from apps.knowledge.statements.ranking import Ranked

MAX_ROWS = 4
RATE = "rate_from"
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
    r"oldest|older)\b",
    "i",
)
_HIGHEST = patterns.compile(
    r"\b(biggest|bigger|largest|larger|highest|tallest|priciest|fanciest|dearest|"
    r"higher|taller|most expensive|more expensive|most|newest|newer)\b",
    "i",
)
_OF_PRICE = patterns.compile(r"\b(cheap|expensive|pric|dear|fanc|cost)\w*", "i")
_OF_SIZE = patterns.compile(r"\b(big|larg|small)\w*", "i")
# "Guests of 21 and older" are no rows.
_OF_YEARS = patterns.compile(r"\b(which|what|the) .*\b(old|new)(er|est)\b", "i")
_OF_HEIGHT = patterns.compile(r"\btall(er|est)\b", "i")
_DIGITS = patterns.compile(r"\d[\d,]*")


@dataclass(frozen=True)
class Candidate:
    statement: Statement
    number: float


def sign_of(text: str) -> int:
    """1 for the lowest first, -1 for the highest, 0 where neither is asked for."""
    return 1 if _LOWEST.search(text) else -1 if _HIGHEST.search(text) else 0


def is_of_price(text: str) -> bool:
    return bool(_OF_PRICE.search(text))


def fields_named(text: str) -> tuple[str, ...]:
    """Those of the price or the size, where a text says which; else none."""
    if is_of_price(text):
        return FIELDS["price"]
    if _OF_HEIGHT.search(text):
        return FIELDS["floors"]
    if _OF_YEARS.search(text):
        return FIELDS["opened"]
    return FIELDS["size"] if _OF_SIZE.search(text) else ()


def load(
    snapshot: PropertySnapshot, pool: Sequence[Candidate], language: str, at: datetime
) -> list[Found]:
    """The passages of these candidates, which say by which fields they are chosen."""
    passage_ids = dict.fromkeys(own.statement.passage_id for own in pool)
    fields = dict.fromkeys(own.statement.field for own in pool)
    row_passages = results.load(
        [(passage_id, 1.0) for passage_id in passage_ids],
        snapshot,
        at,
        language=language,
    )
    for passage in row_passages:
        passage["metadata"]["fits"] = " ".join(fields)
    return row_passages


def candidates(
    snapshot: PropertySnapshot,
    ranked: Ranked,
    field: str,
    is_meant: Callable[[Statement], bool],
) -> list[Candidate]:
    """The numbers that rows record in a field; of the statements that are meant."""
    return [
        Candidate(statement, number)
        for statement in ranked.index.statements
        if statement.field == field
        and statement.item_id not in ranked.hidden
        and is_meant(statement)
        and (number := _number(snapshot, statement)) is not None
    ]


def _number(snapshot: PropertySnapshot, statement: Statement) -> float | None:
    """Of the value as staff recorded it; `$$$` is three. What is told on request costs
    more than any rate that is told."""
    sentence = snapshot.passages[statement.passage_id].sentences[statement.place]
    value = sentence["value"].strip()
    if value and not value.strip("$"):
        return float(len(value))
    digits = _DIGITS.search(value)
    if not digits and statement.field == RATE:
        return math.inf
    return float(digits[0].replace(",", "")) if digits else None
