"""What is near a place, whatever it is: "what is next to the arena?"."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from apps.catalog import resort_maps
from apps.catalog.models import Item, MapPlace
from apps.infrastructure import patterns
from apps.knowledge.property_snapshot import PropertySnapshot
from apps.knowledge.search import matching_rows, results
from apps.knowledge.search.shortlist import NOTHING, Shortlist
from apps.knowledge.statements.reading import Reading
from apps.language.word_forms import content, stems

# Of what is talked about, or of the place whose code the guest has opened.
_NEAR_HERE = patterns.compile(
    r"\b(?:near(?:est)?|close(?:st)?|next|around)(?: (?:to|by))? "
    r"(?:here|it|there|that)\b|\bnearby\b",
    "i",
)
_ASKS_WHAT = patterns.compile(
    r"\b(?:what|whats|which|anything|something|everything|places?|things?)\b", "i"
)
_KINDS = frozenset(
    {
        Item.Kind.RESTAURANT,
        Item.Kind.AMENITY,
        Item.Kind.GAMING,
        Item.Kind.VENUE,
        Item.Kind.TOWER,
    }
)
_REASONS = "place cuisine sort games"
_SURE = 0.9


def of(snapshot: PropertySnapshot, reading: Reading, at: datetime) -> Shortlist:
    """The rows nearest to the place that a question names, on the map or by what is
    recorded; empty for a question that asks for more than what is there."""
    question_text, place = _place(snapshot, reading)
    if (
        place is None
        or not _ASKS_WHAT.search(question_text)
        or content(stems(question_text))
    ):
        return NOTHING
    keys, hidden = snapshot.ids_by_group.get("facts", {}), snapshot.hidden_at(at)
    rows = [
        row
        for row in _nearest(snapshot, place, [*keys, place])
        if row not in hidden and snapshot.rows[row].kind in _KINDS
    ]
    passages = results.load(
        [(keys[row], _SURE) for row in rows], snapshot, at, language=reading.language
    )
    for passage in passages:
        passage["metadata"]["fits"] = _REASONS
    return Shortlist(passages=passages) if passages else NOTHING


def has_any(snapshot: PropertySnapshot, row: int, at: datetime) -> bool:
    """Whether other rows are recorded where this one is; without a look at the map."""
    rows, hidden = snapshot.rows, snapshot.hidden_at(at)
    neighbours = matching_rows.rows_near(snapshot, row) - hidden
    is_place = rows[row].kind in _KINDS
    return is_place and any(rows[own].kind in _KINDS for own in neighbours)


def _place(snapshot: PropertySnapshot, reading: Reading) -> tuple[str, int | None]:
    """What is asked besides, and the place that is named or talked about."""
    remaining_text, row = matching_rows.without_place_near(snapshot, reading.text)
    if row is None and reading.subject.rows and _NEAR_HERE.search(reading.text):
        return _NEAR_HERE.sub(" ", reading.text), reading.subject.rows[0]
    return remaining_text, row


def _nearest(
    snapshot: PropertySnapshot, row: int, known_rows: Sequence[int]
) -> Sequence[int]:
    """By the map; where the row is not on it, by what is recorded at its place."""
    places = MapPlace.objects.filter(map__property=snapshot.place)
    on_map = list(places.filter(item__in=known_rows).select_related("map"))
    here = next((own for own in on_map if own.item_id == row), None)
    if here is None:
        rows_near = matching_rows.rows_near(snapshot, row)
        return [own for own in known_rows if own in rows_near]
    return resort_maps.nearest(here, on_map, here.map.width, here.map.height)
