"""What is asked of a row that has no such field: its age, its price, its hours."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TypedDict

import numpy as np

from apps.catalog.models import Item
from apps.knowledge.search import extremes
from apps.knowledge.statements import named_rows, topics
from apps.knowledge.statements.ranking import Ranked
from apps.knowledge.statements.reading import Reading
from apps.knowledge.statements.scoring import asked_values

AGE = "age"
PRICE = "price"
PRICES = "prices"
HOURS = "hours"
FIELDS_OF_PRICES = frozenset(
    {"price_band", "rate_from", "rate_on_request", "price_from", "fee", "is_free"}
)
FIELDS_OF_HOURS = frozenset(
    {"hours", "hours_note", "hours_exceptions", "performances", "opened"}
)
# By topic: the fields, and the sort of value by which free text says the same.
_OF_TOPIC = {PRICE: (FIELDS_OF_PRICES, "money"), HOURS: (FIELDS_OF_HOURS, "time")}
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
    """what: `AGE`, `PRICE`, `PRICES` or `HOURS`; empty where nothing is missing. rows:
    the names of the rows that lack it."""

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
    if len(rows) == 1 and ranked.topic in _OF_TOPIC:
        return MissingFact(
            what=ranked.topic, rows=_without_value(rows, reading, ranked)
        )
    return MissingFact(what="", rows=[])


def _without_value(rows: Sequence[int], reading: Reading, ranked: Ranked) -> list[str]:
    """The row, where neither a field nor free text of it, of its namesakes and of
    answers about it holds such a value; of a question that asks for nothing else."""
    if not named_rows.is_asked_alone(reading):
        return []
    fields, sort = _OF_TOPIC[ranked.topic]
    index = ranked.index
    own = named_rows.statements(index, reading, ranked.topic)
    held = index.held_values[:, asked_values.SORTS.index(sort)] | np.isin(
        index.fields, list(fields)
    )
    return [] if (own & held).any() else _lacking(rows, fields, ranked)


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
