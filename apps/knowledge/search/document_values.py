"""A price that the rows lack and a document holds, alone or in lines of a table."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from apps.infrastructure import patterns
from apps.knowledge.document_index import columns
from apps.knowledge.question import limits, wish_words
from apps.knowledge.statements import ellipsis
from apps.knowledge.statements.index import Statement
from apps.knowledge.statements.ranking import (
    IN_PART_BELOW,
    NEAREST_BELOW,
    NEAREST_WITH_ALL_WORDS,
    Ranked,
)
from apps.knowledge.statements.reading import Reading
from apps.knowledge.statements.scoring import asked_values
from apps.language.word_forms import content, stems

# That a sentence is of what is asked about.
LEAST_ANSWERABLE = 0.5
# Of a table in which several lines answer.
MOST_LINES = 6
# Who hire a hall: fewer may as well eat together.
FEWEST = 20
_FOR_MANY = patterns.compile(
    r"\bfor (\d{2,4})(?:\W*$|\W* (?:how|what|and|price|cost))", "i"
)
_CAPACITY = patterns.compile(
    r"\b(?:guests|people|persons|seats|seated|standing|capacity) (?:up to )?(\d[\d,]*)",
    "i",
)
_PRICE = patterns.compile(r"\$ ?(\d[\d,]*(?:\.\d+)?)")
# By which a chance is made the first one.
SLIGHTLY = 0.001
_MONEY = asked_values.SORTS.index("money")


def holds_what_rows_lack(ranked: Ranked, of_rows: Ranked, reading: Reading) -> bool:
    """Whether its best sentence holds the price that is asked for, or every word of the
    question, where the nearest row does not."""
    if ranked.answerable < LEAST_ANSWERABLE:
        return False
    company = _company(reading.text)
    if company and not reading.named:
        return _has_room(ranked, company) and of_rows.value != "held"
    return _has_price(ranked, of_rows, reading) or _has_words(ranked, of_rows)


def _has_price(ranked: Ranked, of_rows: Ranked, reading: Reading) -> bool:
    asks_price = ranked.topic == "price" or asked_values.asked_for(reading.text)[_MONEY]
    if (
        not asks_price
        or of_rows.value not in asked_values.LACKING
        or ranked.value != "held"
    ):
        return False
    if not asked_values.held_by([ranked.best.text])[0, _MONEY]:
        return False
    lacks_no_more = {*ranked.unmet} <= {*of_rows.unmet}
    return lacks_no_more and _is_of_same(ranked, of_rows, reading)


def _is_of_same(ranked: Ranked, of_rows: Ranked, reading: Reading) -> bool:
    """Whether it has a word of what is asked about: that of the question, or where this
    goes on with a row, the name of the row."""
    own = ranked.best.words
    if reading.hangs_on and not reading.named:
        names = content(stems(of_rows.best.row)) if of_rows.chances.any() else set()
        return bool(names) and names <= own
    telling = {*reading.words}.difference(ellipsis.explained_words("price"))
    return bool(telling & own)


def _has_words(ranked: Ranked, of_rows: Ranked) -> bool:
    """All of them, of which the row lacks one that nothing explains: "golf club
    rental", where the row of the club says nothing of rentals."""
    return bool(of_rows.unmet) and not (
        ranked.lacking
        or ranked.value in asked_values.LACKING
        or ranked.exact < NEAREST_BELOW
    )


def _has_room(ranked: Ranked, company: int) -> bool:
    """Whether a line of its table is of a room that holds them."""
    return any(_holds(own) >= company for own in _lines_like(ranked, set()))


def _company(text: str) -> int:
    """For how many people, where they are many: "a wedding for 150"; else 0."""
    named = _FOR_MANY.search(text)
    company = limits.read(text).company or (int(named[1]) if named else 0)
    return company if company >= FEWEST else 0


def _holds(statement: Statement) -> int:
    """How many people a line says; 0 where it does not."""
    match = _CAPACITY.search(statement.text)
    return int(match[1].replace(",", "")) if match else 0


def as_answer(ranked: Ranked) -> Ranked:
    """The same, told plainly where it has every word."""
    least = NEAREST_WITH_ALL_WORDS if ranked.unmet else IN_PART_BELOW
    return replace(ranked, exact=max(ranked.exact, least))


def lines(ranked: Ranked, reading: Reading) -> Sequence[Statement]:
    """Lines of one table that answer what it costs as well as the best one: every
    massage, where no particular one is named. Empty where it is the only one."""
    if not ranked.chances.any():
        return ()
    if company := _company(reading.text):
        every_line = _lines_like(ranked, set())
        return [own for own in every_line if _holds(own) >= company][:MOST_LINES]
    if not asked_values.asked_for(reading.text)[_MONEY]:
        return ()
    chosen = [*_lines_like(ranked, {*reading.words})][:MOST_LINES]
    if wish_words.CHEAPEST.search(reading.text):
        return [min(chosen, key=_least_price)] if chosen else ()
    return chosen if len(chosen) > 1 else ()


def with_price(ranked: Ranked, reading: Reading) -> Ranked:
    """With the likeliest price of the best section first, where one is asked for and
    its best sentence has none: "prices include a cart" is no price."""
    asks_price = bool(asked_values.asked_for(reading.text)[_MONEY])
    if not asks_price or ranked.value != "missing":
        return ranked
    index = ranked.index
    of_section = index.is_of_rows([ranked.best.item_id]) & index.held_values[:, _MONEY]
    if not of_section.any():
        return ranked
    likeliest = int(np.where(of_section, ranked.chances, -1.0).argmax())
    chances = ranked.chances.copy()
    chances[likeliest] = chances.max() + np.float32(SLIGHTLY)
    return replace(ranked, chances=chances, value="held")


def _least_price(statement: Statement) -> float:
    return min(
        (float(own[1].replace(",", "")) for own in _PRICE.finditer(statement.text)),
        default=math.inf,
    )


def _lines_like(ranked: Ranked, words: set[str]) -> Iterator[Statement]:
    best = ranked.best
    met = words & best.text_words
    for place in sorted(map(int, ranked.index.is_of_rows([best.item_id]).nonzero()[0])):
        statement = ranked.index.statements[place]
        has_price = asked_values.held_by([statement.text])[0, _MONEY]
        is_line = columns(statement.text) == columns(best.text)
        if is_line and has_price and met <= statement.text_words:
            yield statement
