"""Sentences of towers, rooms and promotions."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import cast

from apps.catalog.hours import formatting
from apps.catalog.models import Item, Promo, Room, Tower
from apps.knowledge.indexing.readers.sentences import dollars, listed, sentence
from apps.knowledge.models import Sentence


def tower(item: Item) -> Iterator[Sentence]:
    row = cast("Tower", item)
    if row.floor_count:
        yield sentence(
            "floor_count",
            "Floors",
            row.floor_count,
            f"{row.name} has {row.floor_count} floors.",
        )
    if row.room_count:
        rooms = f"{row.room_count:,}"
        yield sentence("room_count", "Rooms", rooms, f"{row.name} has {rooms} rooms.")
    if row.opened:
        yield sentence(
            "opened", "Opened", row.opened, f"{row.name} opened in {row.opened}."
        )


def room(item: Item) -> Iterator[Sentence]:
    row = cast("Room", item)
    name = row.name
    rate = f"{dollars(row.rate_from)} a night" if row.rate_from else "On request"
    yield sentence(
        "rate_from",
        "Rate from",
        rate,
        f"Rates for the {name} start at {rate}."
        if row.rate_from
        else f"The rate of the {name} is on request.",
    )
    if row.size_sqft:
        size = f"{row.size_sqft:,} sq ft"
        yield sentence("size_sqft", "Size", size, f"The {name} measures {size}.")
    if row.beds:
        yield sentence("beds", "Beds", row.beds, f"Beds in the {name}: {row.beds}.")
    if row.bath:
        yield sentence("bath", "Bath", row.bath, f"Bath of the {name}: {row.bath}.")
    if row.features:
        extras = listed(row.features)
        yield sentence("features", "Features", extras, f"The {name} has {extras}.")
    if row.in_tower:
        place = row.in_tower.name
        yield sentence("in_tower", "Tower", place, f"The {name} is in {place}.")


def promo(item: Item) -> Iterator[Sentence]:
    row = cast("Promo", item)
    tiers = list(row.tiers.all())
    if tiers:
        names = listed([tier.name for tier in tiers])
        yield sentence("tiers", "Tiers", names, f"The tiers of {row.name} are {names}.")
    for tier in tiers:
        yield sentence(
            f"tier_{tier.rank}",
            f"Tier {tier.name}",
            tier.benefits,
            f"{row.name}, {tier.name} tier: {tier.benefits}",
        )
    if row.how_to_join:
        yield sentence("how_to_join", "How to get it", row.how_to_join, row.how_to_join)
    if row.valid_to:
        last_day = _last_day(row, row.valid_to)
        text = f"The last day of {row.name} is {last_day}."
        yield sentence("valid_to", "Last day", last_day, text)


def _last_day(row: Promo, valid_to: datetime) -> str:
    """Of an offer that ends at midnight, the day before."""
    last_moment = valid_to.astimezone(row.property.zone) - timedelta(microseconds=1)
    return f"{formatting.say_day(last_moment.date())}, {last_moment.year}"
