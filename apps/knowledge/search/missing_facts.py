"""What is asked of a row that has no such field: its minimum age, its prices."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TypedDict

from apps.catalog.models import Item
from apps.knowledge.search import extremes
from apps.knowledge.statements import topics
from apps.knowledge.statements.ranking import Ranked
from apps.knowledge.statements.reading import Reading

AGE = "age"
PRICES = "prices"
FIELDS_OF_PRICES = frozenset(
    {"price_band", "rate_from", "rate_on_request", "price_from", "fee", "is_free"}
)
# What guests go into; the law has the ages for gaming.
_PLACES = frozenset(
    {
        Item.Kind.RESTAURANT,
        Item.Kind.SHOW,
        Item.Kind.VENUE,
        Item.Kind.AMENITY,
        Item.Kind.ROOM,
        Item.Kind.TOWER,
    }
)


class MissingFact(TypedDict):
    """what: `AGE` or `PRICES`; empty where nothing is missing. rows: the names of the
    rows that lack it."""

    what: str
    rows: list[str]


def of(reading: Reading, ranked: Ranked) -> MissingFact:
    rows = _rows_asked_about(reading)
    if ranked.topic == AGE and len(rows) == 1:
        fields = frozenset(topics.fields_of(AGE))
        return MissingFact(what=AGE, rows=_lacking(rows, fields, ranked))
    if len(rows) > 1 and extremes.compares_prices(reading.text):
        lacking = _lacking(rows, FIELDS_OF_PRICES, ranked)
        return MissingFact(what=PRICES, rows=lacking)
    return MissingFact(what="", rows=[])


def _rows_asked_about(reading: Reading) -> Sequence[int]:
    """Those that the question names, or goes on with."""
    if reading.named:
        return reading.named
    subject = reading.subject
    if subject.is_list:
        return subject.rows if reading.chosen_among else ()
    return reading.subject_rows[:1] if reading.hangs_on else ()


def _lacking(rows: Sequence[int], fields: Collection[str], ranked: Ranked) -> list[str]:
    """Names of the places that have none of the fields."""
    names = {
        statement.item_id: statement.row
        for statement in ranked.index.statements
        if statement.item_id in rows and statement.kind in _PLACES
    }
    having = {
        statement.item_id
        for statement in ranked.index.statements
        if statement.field in fields
    }
    return [names[row] for row in rows if row in names and row not in having]
