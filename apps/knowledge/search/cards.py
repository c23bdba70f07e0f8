"""Rows as cards: what a guest sees of a row at a glance, all of it from the records."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from apps.catalog import hours, hours_words
from apps.catalog.models import Item
from apps.knowledge.property_snapshot import PropertySnapshot
from apps.properties import websites

# Written answers have nothing to show besides their words.
SHOWN = frozenset(Item.Kind.values) - {Item.Kind.FAQ}
SUBTITLES = ("cuisine", "genre", "sort", "in_tower", "games")
DETAILS = (
    "price_band",
    "dress_code",
    "reservations",
    "at_venue",
    "place",
    "rate_from",
    "size_sqft",
    "beds",
    "minimum_age",
    "fee",
    "how_to_join",
)


def of(
    snapshot: PropertySnapshot, rows: Sequence[int], at: datetime, language: str
) -> list[dict[str, Any]]:
    """A card for each of these rows that has something to show, in their order."""
    items = {one.item_id: one.item for one in snapshot.passages.values()}
    wanted = [items[row] for row in dict.fromkeys(rows) if row in items]
    return [_card(snapshot, one, at, language) for one in wanted if one.kind in SHOWN]


def facets(snapshot: PropertySnapshot, row: int) -> dict[str, str]:
    """What the records say of a row: the value by field, as staff wrote it."""
    lines = (
        line
        for one in snapshot.passages.values()
        if one.item_id == row
        for line in one.sentences
    )
    return {line["field"]: line["value"] for line in lines}


def _card(
    snapshot: PropertySnapshot, item: Item, at: datetime, language: str
) -> dict[str, Any]:
    known = facets(snapshot, item.pk)
    return {
        "item_id": item.pk,
        "kind": item.kind,
        "title": item.name,
        "subtitle": next((known[name] for name in SUBTITLES if name in known), ""),
        "summary": known.get("summary", ""),
        "picture": item.picture.url if item.picture else "",
        "picture_alt": item.picture_alt,
        "state": _state(item, at, language),
        "next": _next(item, at, language),
        "details": {name: known[name] for name in DETAILS if name in known},
        "phone": known.get("phone", ""),
        "link": websites.href(item.website),
        "as_of": at.isoformat(),
    }


def _state(item: Item, at: datetime, language: str) -> dict[str, Any] | None:
    """Whether the row is open, in the guest's words with the time until then."""
    now = hours.state(item, at)
    if not now.known:
        return None
    return {
        "is_open": now.is_open,
        "until": now.until.isoformat() if now.until else None,
        "label": hours_words.say_state(item, at, language),
    }


def _next(item: Item, at: datetime, language: str) -> dict[str, str] | None:
    """The next performance of a show."""
    coming = item.show.next_performance(at) if item.kind == Item.Kind.SHOW else None
    if coming is None:
        return None
    local = at.astimezone(item.property.zone)
    label = hours_words.say_moment(coming.starts_at, local, language)
    return {"starts_at": coming.starts_at.isoformat(), "label": label}
