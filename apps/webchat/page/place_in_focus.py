"""The place whose code a guest has read at its door: what one asks there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime

from django.http import HttpRequest

from apps.catalog.hours import formatting
from apps.catalog.models import Item, Venue
from apps.infrastructure.postgresql import row_ids
from apps.properties.models import Property
from apps.webchat.page.starters import Starter
from apps.webchat.page.texts import PageTexts

MOST = 3


def of_request(request: HttpRequest, place: Property, at: datetime) -> Item | None:
    """The row that the address names (`?place=12`), if guests may see it."""
    item_id = number_in(request.GET)
    rows = Item.objects.of(place).live(at).with_hours()
    row = rows.filter(pk=item_id).first() if item_id else None
    return row.concrete if row else None


def number_in(query: Mapping[str, str]) -> int | None:
    """Of the row that a query names, which need not exist."""
    return row_ids.parse(query.get("place", ""))


def starters(item: Item, at: datetime, texts: PageTexts) -> list[Starter]:
    """Questions about it that its record answers, marked as such for the page."""
    own = list(_starters(item, at, texts))[:MOST]
    return [{**starter, "about": str(item.pk)} for starter in own]


def _starters(item: Item, at: datetime, texts: PageTexts) -> Iterator[Starter]:
    if state := formatting.say_state(item, at, texts.language):
        yield texts.starter("here_hours", name=item.name, state=state)
    if isinstance(item, Venue) and item.shows.live(at).exists():
        yield texts.starter("here_shows", name=item.name)
    for field in ("dress_code", "reservations"):
        if getattr(item, field, ""):
            yield texts.starter(f"here_{field}", name=item.name)
    if item.summary:
        yield texts.starter("here_about", name=item.name)
