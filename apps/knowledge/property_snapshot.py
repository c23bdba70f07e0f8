"""A property's rows and passages, read once and kept until one of them changes.

What a search finds is then loaded without a query. A stamp of the rows, read for every
question, says whether what is kept is still true, so nobody is told about an old row.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from django.db.models import Prefetch

from apps.catalog.models import Amenity, Item, Performance, Restaurant, Show
from apps.infrastructure import sql
from apps.knowledge.models import Passage
from apps.knowledge.question import focus, partial_names
from apps.knowledge.question.focus import Known, Mention, Name
from apps.properties.models import Property

MAX_SNAPSHOTS = 16
MOST_TEXTS = 512
STAMP = Path(__file__).with_name("property_stamp.sql")
Stamp = tuple[Any, ...]
# Sorts of amenities that guests call a single place by.
SAID_OF_A_ROW = frozenset({Amenity.Sort.SPA, Amenity.Sort.POOL, Amenity.Sort.GOLF})


@dataclass(frozen=True)
class PropertySnapshot:
    """Live rows of one property.

    passages: by id; their `item` has hours, exceptions and performances at hand.
    mentions: the rows that a text names, in its order; questions are never named.
    named: the same without a guess at misspelt names, for texts that are not a guest's.
    alike: the part of a name that a text says, and the rows that have it in theirs.
    stages: (show, venue) of every show.
    hours: item id -> id of the passage that tells its hours.
    cuisines: what the restaurants' kitchens are called.
    """

    place: Property
    passages: dict[int, Passage]
    mentions: Callable[[str], list[Mention]]
    named: Callable[[str], list[Name]]
    alike: Callable[[str], tuple[str, list[Name]]]
    stages: tuple[tuple[int, int], ...]
    hours: dict[int, int]
    cuisines: tuple[str, ...] = ()


def of(property_id: int) -> PropertySnapshot:
    """The snapshot as the rows are now."""
    return _kept().get(property_id, stamp(property_id))


def stamp(property_id: int) -> Stamp:
    """Another one after every change of the property, its rows or their hours."""
    return sql.fetch(sql.statement(STAMP), {"property": property_id})[0]


class Snapshots:
    """The snapshots used last."""

    def __init__(self) -> None:
        self._snapshots: OrderedDict[int, tuple[Stamp, PropertySnapshot]] = (
            OrderedDict()
        )

    def get(self, property_id: int, stamp: Stamp) -> PropertySnapshot:
        kept = self._snapshots.get(property_id)
        if kept is None or kept[0] != stamp:
            kept = stamp, read(property_id)
        self._snapshots[property_id] = kept
        self._snapshots.move_to_end(property_id)
        while len(self._snapshots) > MAX_SNAPSHOTS:
            self._snapshots.popitem(last=False)
        return kept[1]


@cache
def _kept() -> Snapshots:
    return Snapshots()


def read(property_id: int) -> PropertySnapshot:
    place = Property.objects.get(pk=property_id)
    items = _items(place)
    passages = _passages(place, items)
    shows = [item.show for item in items.values() if item.kind == Item.Kind.SHOW]
    rows = [item for item in items.values() if item.kind != Item.Kind.FAQ]
    spellings = [(item.pk, item.kind, item.name, item.aliases) for item in rows]
    known = focus.Known(focus.names(spellings))
    sorts = _sorts(place)
    return PropertySnapshot(
        place=place,
        passages=passages,
        mentions=_mentions(known),
        named=_named(known),
        alike=lambda text: partial_names.alike(text, known, sorts),
        stages=tuple((show.pk, show.at_venue_id) for show in shows),
        hours={
            one.item_id: one.pk
            for one in passages.values()
            if one.field_group == "hours"
        },
        cuisines=tuple(sort for row, sort in sorts if row.kind == Item.Kind.RESTAURANT),
    )


def _mentions(known: Known) -> Callable[[str], list[Mention]]:
    """Remembers what it found: every question looks through the turns before again."""
    return lru_cache(maxsize=MOST_TEXTS)(lambda text: focus.mentions(text, known))


def _named(known: Known) -> Callable[[str], list[Name]]:
    def named(text: str) -> list[Name]:
        return [one.name for one in focus.mentions(text, known, exact=True)]

    return lru_cache(maxsize=MOST_TEXTS)(named)


def _sorts(place: Property) -> list[tuple[Name, str]]:
    """What a row is, in a word: guests say "the steakhouse" and "the spa"."""
    restaurants = Restaurant.objects.of(place).filter(status=Item.Status.LIVE)
    sorts: list[tuple[Item, str]] = [(row, row.cuisine) for row in restaurants]
    amenities = Amenity.objects.of(place).filter(status=Item.Status.LIVE)
    sorts += [(row, row.sort) for row in amenities if row.sort in SAID_OF_A_ROW]
    return [
        (Name(row.pk, row.kind, row.name, focus.normal(row.name).strip()), sort)
        for row, sort in sorts
    ]


def _items(place: Property) -> dict[int, Item]:
    shows = Show.objects.prefetch_related(
        Prefetch("performances", Performance.objects.order_by("starts_at"))
    )
    rows = Item.objects.of(place).filter(status=Item.Status.LIVE)
    rows = rows.prefetch_related(
        "hours", "hours_exceptions", Prefetch("show", queryset=shows)
    )
    items = {item.pk: item for item in rows}
    for item in items.values():
        item.property = place
    return items


def _passages(place: Property, items: dict[int, Item]) -> dict[int, Passage]:
    rows = Passage.objects.filter(property=place).defer("search", "text")
    found = {row.pk: row for row in rows if row.item_id in items}
    for row in found.values():
        row.item = items[row.item_id]
    return found
