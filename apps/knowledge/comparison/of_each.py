"""One field of each of several rows: "Italian places, and is there a dress code?"."""

from __future__ import annotations

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
        passage["metadata"]["fits"] = having[0].field
    return loaded


def _having(reading: Reading, ranked: Ranked) -> list[Statement]:
    """The first field of the topic that any of the rows has, in the rows' order."""
    for field in topics.fields_of(ranked.topic):
        by_row = {
            statement.item_id: statement
            for statement in reversed(ranked.index.statements)
            if statement.field == field and field in FIELDS
        }
        rows = [row for row in reading.chosen_among if row not in ranked.hidden]
        if having := [by_row[row] for row in rows if row in by_row]:
            return having
    return []
