"""What is asked of a row that has no such field: its age, its price, its place."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NotRequired, TypedDict

import numpy as np

from apps.catalog.models import Item
from apps.infrastructure import patterns
from apps.knowledge.comparison import extremes
from apps.knowledge.question import limits
from apps.knowledge.schedule import line_ups
from apps.knowledge.search import missing_particulars, who_may_come
from apps.knowledge.statements import choice, ellipsis, kind_words, named_rows, topics
from apps.knowledge.statements.ranking import Ranked
from apps.knowledge.statements.reading import Reading
from apps.knowledge.statements.scoring import asked_values, particulars
from apps.language.word_forms import stems

AGE = who_may_come.AGE
PRICE, PRICES = "price", "prices"
PRICES_ASKED = frozenset({PRICE, PRICES})
HOURS, ACT, CLOSED, MORE = "hours", "act", "closed", "more"
PHONE, RESORT_PHONE = "phone", "resort_phone"
FIELDS_OF_PRICES = frozenset(
    {"price_band", "rate_from", "rate_on_request", "price_from", "fee", "is_free"}
)
FIELDS_OF_HOURS = frozenset(
    {"hours", "hours_note", "hours_exceptions", "performances", "opened"}
)
# By topic: the fields, and the sort of value by which free text says the same.
_OF_TOPIC = {
    PRICE: (FIELDS_OF_PRICES, "money"),
    HOURS: (FIELDS_OF_HOURS, "time"),
    PHONE: (frozenset({"phone"}), "contact"),
    named_rows.LOCATION: (named_rows.FIELDS_OF_PLACES, "place"),
}
_PHONE_NUMBER = patterns.compile(
    r"\b(phone|telephone|contact|direct) (number|no|line)s?\b|\bnumber to call\b", "i"
)
# "Where can I get a massage?" asks who gives one.
_WHERE_IT_IS = patterns.compile(
    r"\bwhere( is| are|'s)\b|\b(is|are) where\b|\bwhere\W*$|\b(located|location)\b|"
    r"\bwh(ich|at) (floor|level|casino|tower|part|side)\b|\bfind (it|them|the|your)\b",
    "i",
)
# Asked for in words alone: "how fast do they go?" is like a question for a price. Of
# what was talked about, they are asked for whatever details the guest adds.
_ASKED_IN_WORDS = frozenset({PRICE, PHONE, named_rows.LOCATION})
_WORDS_OF_RESORT = frozenset(
    stems("hotel resort casino front desk reception lobby main general office customer")
)
# Looked for in all that is written of the row, and in the nearest written answer.
THOROUGH = particulars.NAMES | {ACT, CLOSED}
# Where a number is asked for that no row has.
NUMBERS = frozenset({PHONE, RESORT_PHONE})
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
_WITH_GAMING = _PLACES | {Item.Kind.GAMING}
_KINDS_OF_TOPIC = {PHONE: _WITH_GAMING, named_rows.LOCATION: _WITH_GAMING}


class MissingFact(TypedDict):
    """what: `AGE`, `PRICE`, `PRICES`, `HOURS`, `PHONE`, `LOCATION`, `ACT` or that of a
    particular; `RESORT_PHONE` where the number of the whole resort is asked for. rows:
    the names of the rows that lack it. website: of the calendar, for `ACT`; empty
    without one. is_holiday: for `CLOSED`, of rows of which none is closed.
    """

    what: str
    rows: list[str]
    website: NotRequired[str]
    is_holiday: NotRequired[bool]


def of(reading: Reading, ranked: Ranked) -> MissingFact | None:
    """None where nothing is missing."""
    missing = _of(reading, ranked)
    return missing if missing["rows"] or missing["what"] == RESORT_PHONE else None


def _of(reading: Reading, ranked: Ranked) -> MissingFact:
    rows = _rows_asked_about(reading)
    if not rows and _asks_for_resort_phone(reading, ranked):
        return MissingFact(what=RESORT_PHONE, rows=[])
    if own := _act(rows, reading, ranked) or _particular(rows, reading, ranked):
        return own
    topic = PRICE if limits.names_money(reading.text) else ranked.topic
    if own := _of_each(rows, reading, ranked, topic):
        return own
    is_compared = len(rows) > 1 or reading.hangs_on
    if is_compared and extremes.compares_prices(reading.text):
        return MissingFact(what=PRICES, rows=_unpriced(rows, ranked))
    topic = PHONE if _PHONE_NUMBER.search(reading.text) else topic
    if len(rows) == 1 and topic in _OF_TOPIC:
        lacking = _without_value(rows, reading, ranked, topic)
        return MissingFact(what=topic, rows=lacking)
    return MissingFact(what="", rows=[])


def _of_each(
    rows: Sequence[int], reading: Reading, ranked: Ranked, topic: str
) -> MissingFact | None:
    """The age for the row, or for each of those that were listed; the price of each."""
    is_of_rows = len(rows) == 1 or (rows and reading.is_of_each)
    if is_of_rows and who_may_come.asks(reading.text, topic):
        fields = frozenset(topics.fields_of(AGE))
        return MissingFact(what=AGE, rows=_lacking(rows, fields, ranked))
    if reading.is_of_each and topic == PRICE:
        lacking = _lacking(rows, FIELDS_OF_PRICES, ranked)
        return MissingFact(what=PRICE, rows=lacking)
    return None


def _unpriced(rows: Sequence[int], ranked: Ranked) -> list[str]:
    """Of "and the fanciest?", all rows of the kind, where none of them has a price."""
    index, lacking = ranked.index, _lacking(rows, FIELDS_OF_PRICES, ranked)
    if len(rows) > 1:
        return lacking
    of_kind = index.is_of_kinds({*index.kinds[index.is_of_rows(rows)].tolist()})
    every = [*dict.fromkeys(index.items[of_kind].tolist())]
    of_all = _lacking(every, FIELDS_OF_PRICES, ranked)
    return of_all if len(of_all) == len(every) else lacking


def _act(rows: Sequence[int], reading: Reading, ranked: Ranked) -> MissingFact | None:
    """Who plays on a stage, or in a show that is not called after an act."""
    index, rows = ranked.index, rows or line_ups.stage_meant(reading, ranked)
    if len(rows) != 1 or not line_ups.is_unknown(index, rows[0], reading.text):
        return None
    names = _lacking(rows, (), ranked)
    return MissingFact(what=ACT, rows=names, website=line_ups.calendar(index, rows[0]))


def _particular(
    rows: Collection[int], reading: Reading, ranked: Ranked
) -> MissingFact | None:
    """A particular that is told nowhere."""
    if not rows and particulars.is_of_game(reading.text) and ranked.chances.any():
        # "And what is the minimum bet?", after craps.
        rows = missing_particulars.rows_of_stakes(reading, ranked)
    missing = missing_particulars.of([*rows], reading, ranked)
    if missing is None:
        return None
    what, row = missing
    kinds = {*Item.Kind} if what in particulars.OF_RESORT else _WITH_GAMING
    names = _lacking([row], (), ranked, kinds)
    return MissingFact(what=what, rows=names) if names else None


def _asks_for_resort_phone(reading: Reading, ranked: Ranked) -> bool:
    """ "What is the number of the hotel?" is asked of no row; and that of the bus is no
    answer to "spa phone number"."""
    goes_on = reading.hangs_on or ellipsis.points_back(reading.text)
    if goes_on or ranked.is_phrased or not _asks_for("contact", reading):
        return False
    words = {*reading.words} - _WORDS_OF_RESORT
    is_explained = words and words <= {*ellipsis.explained_words(PHONE)}
    is_of_other_row = (
        ranked.chances.any() and ranked.best.field == PHONE and ranked.lacking
    )
    return bool(is_of_other_row or (is_explained and not kind_words.kinds_of([*words])))


def _without_value(
    rows: Sequence[int], reading: Reading, ranked: Ranked, topic: str
) -> list[str]:
    """The row, where neither a field nor free text of it, of its namesakes and of
    answers about it holds such a value; of a question that asks for nothing else."""
    is_alone = named_rows.is_asked_alone(reading)
    if not (is_alone or _is_of_subject(rows, reading, ranked, topic)):
        return []
    fields, sort = _OF_TOPIC[topic]
    if topic in _ASKED_IN_WORDS and not _asks_for(sort, reading):
        return []
    index = ranked.index
    same = () if reading.named else reading.subject_rows
    own = named_rows.statements(index, reading, topic) | index.is_of_rows(
        [*rows, *same]
    )
    held = index.held_values[:, asked_values.SORTS.index(sort)] | np.isin(
        index.fields, list(fields)
    )
    if topic == named_rows.LOCATION:
        if named_rows.is_told_where(index, own, rows[0]):
            return []
    elif (own & held).any():
        return []
    return _lacking(rows, fields, ranked, _KINDS_OF_TOPIC.get(topic, _PLACES))


def _asks_for(sort: str, reading: Reading) -> bool:
    if sort == "place":
        return bool(_WHERE_IT_IS.search(reading.text))
    is_of_prices = sort == "money" and extremes.compares_prices(reading.text)
    place = asked_values.SORTS.index(sort)
    return is_of_prices or bool(asked_values.asked_for(reading.text)[place])


def _is_of_subject(
    rows: Sequence[int], reading: Reading, ranked: Ranked, topic: str
) -> bool:
    """Whether it goes on with the row, and the best statement is one of it: "how much
    is a 50 minute one?"; or it asks for nothing else: "the phone number for it"."""
    goes_on = topic in _ASKED_IN_WORDS and reading.hangs_on and not reading.named
    is_alone = reading.names_nothing and reading.points_back
    is_best = bool(ranked.chances.any()) and ranked.best.item_id in rows
    return goes_on and (is_best or is_alone)


def _rows_asked_about(reading: Reading) -> Sequence[int]:
    """Those that the question names, or goes on with."""
    if reading.named:
        return reading.named
    if reading.subject.is_list and reading.subject.rows != reading.subject_rows[:1]:
        return reading.subject.rows if reading.chosen_among else ()
    if reading.chosen_among and choice.is_of_two(reading.text):
        return reading.chosen_among
    return reading.subject_rows[:1] if reading.hangs_on else ()


def _lacking(
    rows: Sequence[int],
    fields: Collection[str],
    ranked: Ranked,
    kinds: Collection[str] = _PLACES,
) -> list[str]:
    """Names of the places that have none of the fields."""
    names = {
        statement.item_id: statement.row
        for statement in ranked.index.statements
        if statement.item_id in rows and statement.kind in kinds
    }
    having = {
        statement.item_id
        for statement in ranked.index.statements
        if statement.field in fields
    }
    return [names[row] for row in rows if row in names and row not in having]
