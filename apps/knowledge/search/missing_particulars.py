"""A particular that a question asks for, and that the records tell nowhere."""

from __future__ import annotations

from collections.abc import Sequence

from apps.catalog.models import Item
from apps.knowledge.statements.ranking import Ranked
from apps.knowledge.statements.reading import Reading
from apps.knowledge.statements.scoring import particulars


def of(rows: Sequence[int], reading: Reading, ranked: Ranked) -> tuple[str, int] | None:
    """What is missing, and the id of the row that lacks it; None where nothing is.

    rows: ids of those that are asked about. A particular of one row is looked for in
    all that is told of it, and in the nearest written answer; one of the whole resort
    everywhere.
    """
    particular = particulars.asked_for(reading.text)
    if not particular or not ranked.chances.any():
        return None
    what, index = particular.what, ranked.index
    if what in particulars.OF_RESORT:
        is_told = any(map(particular.sentence.search, index.texts.tolist()))
        return None if is_told else (what, ranked.best.item_id)
    if not rows and what == particulars.EXACT_PRICE:
        rows = [ranked.best.item_id]  # "how much is a lane?"
    if len(rows) != 1:
        return None
    row = _more_of_question(rows[0], reading, ranked)
    texts = index.texts[index.is_of_rows([row])].tolist()
    if ranked.best_kind == Item.Kind.FAQ:
        texts.append(ranked.best.text)
    return None if any(map(particular.sentence.search, texts)) else (what, row)


def rows_of_stakes(reading: Reading, ranked: Ranked) -> Sequence[int]:
    """What was talked about, if it answers best; without that, the tables."""
    if subject_rows := reading.subject_rows[:1]:
        return subject_rows if ranked.best.item_id in subject_rows else ()
    counted = (own for own in ranked.index.statements if own.field == "table_count")
    return [own.item_id for own in counted][:1]


def is_of_resort(reading: Reading, ranked: Ranked) -> bool:
    """Whether nothing in the whole resort tells the particular that is asked for."""
    missing = of((), reading, ranked)
    return missing is not None and missing[0] in particulars.OF_RESORT


def _more_of_question(row: int, reading: Reading, ranked: Ranked) -> int:
    """The best row where its name has more of the question's words: the shuttle of the
    Two Trees Inn."""
    names, words, best = ranked.index.row_words, {*reading.words}, ranked.best.item_id
    return best if words & names[row] < words & names[best] else row
