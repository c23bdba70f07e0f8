"""The live rows and passages of a property, read from the database in a few queries."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.db.models import Prefetch

from apps.catalog.models import Amenity, Item, Performance, Restaurant, Show
from apps.knowledge.indexing import unsearched_texts
from apps.knowledge.models import Passage, Sentence, item_of
from apps.knowledge.question import row_names
from apps.knowledge.question.row_names import Name
from apps.properties.models import Property

# A resort has few of these, so that guests say "the spa" and mean one row.
NAMED_BY_SORT = frozenset({Amenity.Sort.SPA, Amenity.Sort.POOL, Amenity.Sort.GOLF})
ADULT_AGE = 18


def items(place: Property) -> dict[int, Item]:
    """By id, with what their hours and performances need, and what may be told."""
    shows = Show.objects.prefetch_related(
        Prefetch("performances", Performance.objects.order_by("starts_at"))
    )
    rows = Item.objects.of(place).filter(status=Item.Status.LIVE)
    rows = rows.select_related("promo").prefetch_related(
        "hours", "hours_exceptions", Prefetch("show", queryset=shows)
    )
    by_id = {item.pk: item for item in rows}
    for item in by_id.values():
        item.property = place
        unsearched_texts.withhold_notes(item)
    return by_id


def sorts(place: Property) -> list[tuple[Name, str]]:
    """What a row is, in a word: guests say "the steakhouse" and "the spa"."""
    restaurants = Restaurant.objects.of(place).filter(status=Item.Status.LIVE)
    named: list[tuple[Item, str]] = [(row, row.cuisine) for row in restaurants]
    amenities = Amenity.objects.of(place).filter(status=Item.Status.LIVE)
    named += [(row, row.sort) for row in amenities if row.sort in NAMED_BY_SORT]
    return [
        (Name(row.pk, row.kind, row.name, row_names.normalised(row.name).strip()), sort)
        for row, sort in named
    ]


def passages(place: Property, items: dict[int, Item]) -> dict[int, Passage]:
    rows = Passage.objects.filter(property=place, document=None)
    by_id: dict[int, Passage] = {}
    for passage in rows.defer("search", "text"):
        if item := items.get(passage.item_id or 0):
            passage.item = item
            by_id[passage.pk] = passage
    return by_id


def ids_by_group(passages: dict[int, Passage]) -> dict[str, dict[int, int]]:
    """Group of fields -> item id -> id of the item's passage about them."""
    ids: dict[str, dict[int, int]] = {}
    for passage in passages.values():
        ids.setdefault(passage.field_group, {})[item_of(passage).pk] = passage.pk
    return ids


def sentences_of_rows(
    passages: Iterable[Passage],
) -> dict[int, dict[str, Sentence]]:
    """Item id -> field -> what is recorded of it."""
    rows: dict[int, dict[str, Sentence]] = {}
    for passage in passages:
        row = rows.setdefault(item_of(passage).pk, {})
        row.update({line["field"]: line for line in passage.sentences})
    return rows


def rows_at(
    rows: Iterable[Item], places: Sequence[tuple[int, str]]
) -> dict[int, tuple[int, ...]]:
    """Item id -> ids of the rows that are recorded to be at it.

    places: (item id, where it is recorded to be), such as (7, "Casino of the Sky").
    """
    names = [(row.pk, row_names.normalised(row.name)) for row in rows]
    by_place: dict[int, list[int]] = {}
    for row, value in places:
        text = row_names.normalised(value)
        for place in (pk for pk, name in names if name in text and pk != row):
            by_place.setdefault(place, []).append(row)
    return {place: tuple(dict.fromkeys(own)) for place, own in by_place.items()}


def for_adults(ages: Iterable[tuple[int, str]]) -> frozenset[int]:
    """ages: row id and recorded minimum age. Ids of those that no minor may enter."""
    return frozenset(
        row for row, age in ages if age.isdigit() and int(age) >= ADULT_AGE
    )
