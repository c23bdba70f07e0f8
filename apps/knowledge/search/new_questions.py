"""What sounds as if it went on with a row, and the whole resort answers."""

from __future__ import annotations

from collections.abc import Collection

from apps.catalog.models import Item
from apps.knowledge.property_snapshot import PropertySnapshot
from apps.knowledge.question import wish_words
from apps.knowledge.statements import ellipsis
from apps.knowledge.statements.index import StatementIndex
from apps.knowledge.statements.ranking import IN_PART_BELOW, NEAREST_BELOW, Ranked
from apps.knowledge.statements.reading import Reading

# Who sleeps there may use what the resort keeps for guests of its hotel.
_LODGING = frozenset({Item.Kind.TOWER, Item.Kind.ROOM})
_FOR_HOTEL_GUESTS = "hotel_guests_only"


def may_be(reading: Reading, ranked: Ranked, snapshot: PropertySnapshot) -> bool:
    """ranked: of the question as it goes on."""
    if not reading.hangs_on or reading.chosen_among:
        return False
    if reading.points_back:
        kind = _kind_before(reading, snapshot)
        return bool(kind in _LODGING | {Item.Kind.FAQ} and ranked.unmet)
    is_unsure = ranked.chance_to_answer < NEAREST_BELOW or bool(ranked.unmet)
    return is_unsure and ellipsis.begins_anew(reading.text)


def is_answered(
    reading: Reading, ranked: Ranked, alone: Ranked, snapshot: PropertySnapshot
) -> bool:
    """alone: of the same question, asked of the whole resort."""
    if reading.points_back:  # "does it have a pool?", of a hotel
        if _kind_before(reading, snapshot) == Item.Kind.FAQ:  # "can they hold our bags"
            is_of_other_row = alone.best.item_id not in reading.subject_rows
            return alone.chance_to_answer >= IN_PART_BELOW and is_of_other_row
        is_known = alone.chance_to_answer >= NEAREST_BELOW
        return is_known and _is_for_hotel_guests(alone.index, ranked.unmet)
    is_of_other_kind = alone.best_kind != _kind_before(reading, snapshot)
    is_likely = alone.chance_to_answer >= IN_PART_BELOW and is_of_other_kind
    return is_likely or wish_words.looks_for_families(reading.text)


def _is_for_hotel_guests(index: StatementIndex, words: Collection[str]) -> bool:
    """Whether a row that is kept for guests of the hotel has all the words in its name
    or sort."""
    rows = {own.item_id for own in index.statements if own.field == _FOR_HOTEL_GUESTS}
    return any({*words} <= index.row_words.get(row, frozenset()) for row in rows)


def _kind_before(reading: Reading, snapshot: PropertySnapshot) -> str:
    """Of the row that was talked about; empty where it has been deleted since."""
    row = snapshot.rows.get(reading.subject_rows[0])
    return row.kind if row else ""
