"""One field of each of several rows: "Italian places, and is there a dress code?"."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from apps.knowledge.comparison.comparisons import FIELDS
from apps.knowledge.property_snapshot import PropertySnapshot
from apps.knowledge.search import results
from apps.knowledge.search.results import Found
from apps.knowledge.statements import ellipsis, topics
from apps.knowledge.statements.index import Statement
from apps.knowledge.statements.ranking import Ranked
from apps.knowledge.statements.reading import Reading
from apps.language.calendar import asked_time


def passages(
    snapshot: PropertySnapshot, reading: Reading, ranked: Ranked, at: datetime
) -> list[Found]:
    """Passages of the rows that were listed just before, by the field that is asked.

    Empty where it asks for more than that field holds, and where no row has it.
    """
    words = {*reading.words} - {*ellipsis.explained_words(ranked.topic)}
    having = _having(reading, ranked) if reading.is_of_each and not words else []
    if not having:
        return []
    loaded = results.load(
        [(statement.passage_id, 1.0) for statement in having],
        snapshot,
        at,
        asked_time.read_of_opening(reading.text, at.astimezone(snapshot.place.zone)),
        language=reading.language,
    )
    for passage in loaded:
        passage["metadata"]["fits"] = _telling(passage, having)
    return loaded


def _telling(passage: Found, having: Sequence[Statement]) -> str:
    """Whether the row is open at the time that is asked for, or its own field."""
    row, lines = passage["metadata"]["item_id"], passage["metadata"]["sentences"]
    if any(line["field"] == "then" for line in lines):
        return "then"
    return next(own.field for own in having if own.item_id == row)


def _having(reading: Reading, ranked: Ranked) -> list[Statement]:
    """Of each row its first field of the topic, in the order of the rows."""
    fields = [field for field in topics.fields_of(ranked.topic) if field in FIELDS]
    by_field = {
        (statement.item_id, statement.field): statement
        for statement in reversed(ranked.index.statements)
    }
    of_rows = (
        next(filter(None, (by_field.get((row, field)) for field in fields)), None)
        for row in reading.chosen_among
        if row not in ranked.hidden
    )
    return [statement for statement in of_rows if statement]
