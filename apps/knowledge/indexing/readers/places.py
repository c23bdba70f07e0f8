"""Sentences of restaurants, amenities, gaming areas and questions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from django.conf import settings

from apps.catalog.models import Amenity, FaqEntry, GamingArea, Item, Restaurant
from apps.knowledge.indexing.readers.sentences import listed, sentence
from apps.knowledge.models import Sentence

AMOUNT = {1: "inexpensive", 2: "moderate", 3: "upscale", 4: "fine-dining"}

# Cuisines that say what a place is, by their last word, and not what it cooks.
_HOUSES = frozenset(
    (
        *("steakhouse", "chophouse", "house", "buffet", "diner", "grill", "bar", "pub"),
        *("gastropub", "tavern", "lounge", "cafe", "caf\u00e9", "bistro", "brasserie"),
        *("trattoria", "pizzeria", "taqueria", "cantina", "bakery", "deli", "brewery"),
        *("creperie", "counter", "market", "parlor", "hall", "court", "shop"),
    )
)
# First words of cuisines that are no proper names.
_COMMON = _HOUSES.union(
    ("steak", "cocktail", "wine", "sports", "coffee", "tea", "food", "seafood"),
    ("breakfast", "dessert", "noodle", "sushi", "burger", "pizza", "juice", "oyster"),
)


def restaurant(item: Item) -> Iterator[Sentence]:
    row = cast("Restaurant", item)
    name = row.name
    yield sentence("cuisine", "Cuisine", row.cuisine, _of_cuisine(name, row.cuisine))
    yield sentence(
        "price_band",
        "Price",
        row.price,
        f"Prices at {name} are {AMOUNT[row.price_band]}: {row.price}.",
    )
    if row.dress_code:
        yield sentence(
            "dress_code",
            "Dress code",
            row.dress_code,
            f"The dress code at {name} is {row.dress_code.lower()}.",
        )
    if row.reservations:
        yield sentence(
            "reservations",
            "Reservations",
            row.reservations,
            f"Reservations at {name}: {row.reservations.lower()}.",
        )
    if row.kids:
        yield sentence("kids", "Children", row.kids, f"For families: {row.kids}")
    yield from age(name, row.minimum_age)


def _of_cuisine(name: str, cuisine: str) -> str:
    """ "Ballo is a steakhouse.", as a host says it, for "Steakhouse"."""
    words = cuisine.lower().split()
    if not words or words[-1] not in _HOUSES:
        return f"The cuisine at {name} is {cuisine}."
    house = cuisine[0].lower() + cuisine[1:] if words[0] in _COMMON else cuisine
    article = "an" if house[0].lower() in "aeiou" else "a"
    return f"{name} is {article} {house}."


def amenity(item: Item) -> Iterator[Sentence]:
    row = cast("Amenity", item)
    sort = row.get_sort_display()
    yield sentence("sort", "Type", sort, f"{row.name}: {sort.lower()}.")
    if row.hotel_guests_only:
        yield sentence(
            "hotel_guests_only",
            "For hotel guests only",
            "Yes",
            f"{row.name} is for hotel guests.",
        )
    if row.fee:
        yield sentence("fee", "Fee", row.fee, f"Fee for {row.name}: {row.fee}")
    yield from age(row.name, row.minimum_age)


def gaming_area(item: Item) -> Iterator[Sentence]:
    row = cast("GamingArea", item)
    if row.games:
        games = listed(row.games)
        yield sentence("games", "Games", games, f"{row.name} offers {games}.")
    if row.table_count:
        tables = f"{row.table_count:,}"
        yield sentence(
            "table_count", "Tables", tables, f"{row.name} has {tables} tables."
        )
    if row.machine_count:
        machines = f"{row.machine_count:,}"
        yield sentence(
            "machine_count",
            "Machines",
            machines,
            f"{row.name} has {machines} slot machines.",
        )
    if row.size_sqft:
        size = f"{row.size_sqft:,} sq ft"
        yield sentence("size_sqft", "Size", size, f"{row.name} covers {size}.")
    yield from age(row.name, row.minimum_age)


def question(item: Item) -> Iterator[Sentence]:
    row = cast("FaqEntry", item)
    if is_short(row.answer):
        yield sentence("answer", "Answer", row.answer, row.answer)


def is_short(answer: str) -> bool:
    """Whether an answer fits one passage; longer ones are cut like other long texts."""
    return len(answer) <= settings.RAG_CHUNK_CHARS


def age(name: str, years: int | None) -> Iterator[Sentence]:
    if years:
        yield sentence(
            "minimum_age",
            "Minimum age",
            years,
            f"Guests of {name} must be {years} or older.",
        )
