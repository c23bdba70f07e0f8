"""Rows as cards: what a guest sees of a row at a glance, all of it from the records."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from apps.catalog.hours import formatting, timetable
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
    items = {row.item_id: row.item for row in snapshot.passages.values()}
    cited = [items[row] for row in dict.fromkeys(rows) if row in items]
    return [_card(snapshot, row, at, language) for row in cited if row.kind in SHOWN]


def in_display_order(cards: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Stored cards with their details in the order of new ones; jsonb keeps none."""
    return [{**card, "details": _details(card.get("details", {}))} for card in cards]


def facets(snapshot: PropertySnapshot, row: int) -> dict[str, str]:
    """What the records say of a row: the value by field, as staff wrote it."""
    lines = (
        line
        for passage in snapshot.passages.values()
        if passage.item_id == row
        for line in passage.sentences
    )
    return {line["field"]: line["value"] for line in lines}


def _card(
    snapshot: PropertySnapshot, item: Item, at: datetime, language: str
) -> dict[str, Any]:
    values = facets(snapshot, item.pk)
    return {
        "item_id": item.pk,
        "kind": item.kind,
        "title": item.name,
        "subtitle": next((values[name] for name in SUBTITLES if name in values), ""),
        "summary": values.get("summary", ""),
        "picture": item.picture.url if item.picture else "",
        "picture_alt": item.picture_alt,
        "state": _state(item, at, language),
        "next": _next(item, at, language),
        "details": _details(values),
        "phone": values.get("phone", ""),
        "link": websites.href(item.website),
        "as_of": at.isoformat(),
    }


def _details(values: dict[str, str]) -> dict[str, str]:
    return {name: values[name] for name in DETAILS if name in values}


def _state(item: Item, at: datetime, language: str) -> dict[str, Any] | None:
    """Whether the row is open, in the guest's words with the time until then."""
    state = timetable.state(item, at)
    if not state.is_known:
        return None
    return {
        "is_open": state.is_open,
        "until": state.until.isoformat() if state.until else None,
        "label": formatting.say_state(item, at, language),
    }


def _next(item: Item, at: datetime, language: str) -> dict[str, str] | None:
    """The next performance of a show."""
    coming = item.show.next_performance(at) if item.kind == Item.Kind.SHOW else None
    if coming is None:
        return None
    local = at.astimezone(item.property.zone)
    label = formatting.say_moment(coming.starts_at, local, language)
    return {"starts_at": coming.starts_at.isoformat(), "label": label}
