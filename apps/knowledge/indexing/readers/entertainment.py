"""Sentences of venues and shows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from apps.catalog.models import Item, Show, Venue
from apps.knowledge.indexing.readers.places import age
from apps.knowledge.indexing.readers.sentences import dollars, sentence
from apps.knowledge.models import Sentence


def venue(item: Item) -> Iterator[Sentence]:
    row = cast("Venue", item)
    yield sentence("sort", "Type", row.sort, f"{row.name}: {row.sort.lower()}.")
    if row.capacity:
        people = f"{row.capacity:,}"
        yield sentence(
            "capacity", "Capacity", people, f"{row.name} holds {people} guests."
        )
    yield from age(row.name, row.minimum_age)


def show(item: Item) -> Iterator[Sentence]:
    row = cast("Show", item)
    stage = row.at_venue.name
    yield sentence("genre", "Genre", row.genre, f"{row.name}: {row.genre.lower()}.")
    yield sentence("at_venue", "Venue", stage, f"{row.name} takes place at {stage}.")
    if row.is_free:
        yield sentence(
            "is_free", "Admission", "Free", f"{row.name} is free, no ticket needed."
        )
    elif row.price_from is not None:
        price = dollars(row.price_from)
        yield sentence(
            "price_from",
            "Tickets from",
            price,
            f"Tickets for {row.name} start at {price}.",
        )
    yield from age(row.name, row.minimum_age or row.at_venue.minimum_age)
