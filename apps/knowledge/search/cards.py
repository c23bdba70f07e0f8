"""Rows as cards: what a guest sees of a row at a glance, all of it from the records."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from apps.catalog import picture_sizes
from apps.catalog.hours import formatting
from apps.catalog.models import Item
from apps.knowledge.indexing import unsearched_texts
from apps.knowledge.property_snapshot import PropertySnapshot
from apps.knowledge.search import card_times
from apps.language.calendar.asked_time import AskedTime
from apps.properties import booking_links, phones, websites

# Written answers have nothing to show besides their words.
SHOWN = frozenset(Item.Kind.values) - {Item.Kind.FAQ}
SUBTITLES = ("cuisine", "genre", "sort", "in_tower", "games")
# The first three that a row has stand on its card.
CARD_FIELDS = (
    "at_venue",
    "place",
    "price_band",
    "price_from",
    "reservations",
    "dress_code",
    "rate_from",
    "size_sqft",
    "beds",
    "minimum_age",
    "fee",
    "how_to_join",
)
ON_CARD = 3
# Beside them, what tells rows apart that stand side by side.
DETAILS = (
    *CARD_FIELDS,
    "hours",
    "kids",
    "in_tower",
    "bath",
    "features",
    "games",
    "capacity",
    "cuisine",
    "genre",
    "sort",
    "is_free",
    "hours_note",
    "room_count",
    "floor_count",
    "opened",
    "table_count",
    "machine_count",
    "hotel_guests_only",
)
# Kinds that the property's own link to book is for.
BOOKABLE = frozenset({Item.Kind.RESTAURANT, Item.Kind.SHOW, Item.Kind.ROOM})
# How staff write that nobody reserves: "Not required", "No reservations".
WITHOUT_RESERVATIONS = ("no ", "not ")


@dataclass(frozen=True)
class Visit:
    """When a guest comes and with how many, which fills a link to book.

    day: None where none is named. people: 0 where their number is unknown.
    """

    day: date | None = None
    people: int = 0


UNKNOWN_VISIT = Visit()


def of(
    snapshot: PropertySnapshot,
    rows: Sequence[int],
    at: datetime,
    language: str,
    asked_for: AskedTime | None = None,
    visit: Visit = UNKNOWN_VISIT,
) -> list[dict[str, Any]]:
    """A card for each of these rows that has something to show, in their order.

    asked_for: the time of which the guest asks; a card tells if it is open then.
    """
    items = snapshot.rows
    cited = [items[row] for row in dict.fromkeys(rows) if row in items]
    local = at.astimezone(snapshot.place.zone)
    return [
        {
            **_card(snapshot, row, at, language),
            "state": card_times.state(row, local, language, asked_for),
            "booking": _booking(snapshot, row, visit),
            "next": card_times.following(row, local, language, asked_for),
        }
        for row in cited
        if row.kind in SHOWN
    ]


def read_again(
    cards: Iterable[dict[str, Any]], local: datetime, language: str
) -> list[dict[str, Any]]:
    """Stored cards as they are true now; `local` is on the property's clock."""
    return [
        {
            **card,
            "state": card_times.still_true(card, local, language),
            "next": card_times.said_again(card.get("next"), local, language),
        }
        for card in in_display_order(cards)
    ]


def in_display_order(cards: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Stored cards with their details in the order of new ones; jsonb keeps none."""
    return [{**card, "details": _details(card.get("details", {}))} for card in cards]


def shown_fields(card: dict[str, Any]) -> list[str]:
    """The fields that a guest reads on the card itself."""
    return [name for name in card["details"] if name in CARD_FIELDS][:ON_CARD]


def facets(snapshot: PropertySnapshot, row: int) -> dict[str, str]:
    """What the records say of a row: the value by field, as staff wrote it."""
    sentences = snapshot.sentences_of_row.get(row, {})
    return {field: sentence["value"] for field, sentence in sentences.items()}


def _card(
    snapshot: PropertySnapshot, item: Item, at: datetime, language: str
) -> dict[str, Any]:
    values = facets(snapshot, item.pk)
    if week := formatting.say_week(item, language):
        values["hours"] = week[:1].upper() + week[1:]
    return {
        "item_id": item.pk,
        "found_at": _found_at(item),
        "kind": item.kind,
        "title": item.name,
        "short_title": _short_title(item),
        "subtitle": next((values[name] for name in SUBTITLES if name in values), ""),
        "summary": values.get("summary", ""),
        "picture": item.picture.url if item.picture else "",
        "picture_alt": unsearched_texts.allowed(snapshot.place, item.picture_alt),
        "picture_sources": picture_sizes.sources(item),
        "picture_focus": picture_sizes.focus(item),
        "details": _details(values),
        "phone": values.get("phone", ""),
        "phone_href": phones.href(item.phone) if item.phone else "",
        "link": websites.href(item.website),
        "as_of": at.isoformat(),
    }


def _found_at(item: Item) -> int:
    """The row where a guest finds it on the map: a show at its stage."""
    return item.show.at_venue_id if item.kind == Item.Kind.SHOW else item.pk


def _booking(snapshot: PropertySnapshot, item: Item, visit: Visit) -> str:
    """Where one books it, with the day and the party that the guest has named."""
    of_property = snapshot.place.booking_link if _is_booked(snapshot, item) else ""
    values = {
        "date": visit.day.isoformat() if visit.day else "",
        "party": str(visit.people or ""),
        "slug": item.slug,
        "name": item.name,
    }
    return booking_links.fill(item.booking_link or of_property, values)


def _is_booked(snapshot: PropertySnapshot, item: Item) -> bool:
    """Whether the property's link is of use: not for free shows and walk-in places."""
    if item.kind == Item.Kind.SHOW and item.show.is_free:
        return False
    reservations = facets(snapshot, item.pk).get("reservations", "").lower()
    return item.kind in BOOKABLE and not reservations.startswith(WITHOUT_RESERVATIONS)


def _short_title(item: Item) -> str:
    """The shortest of the row's names whose words all stand in its title."""
    words = set(item.name.split())
    names = [name for name in item.aliases if words.issuperset(name.split())]
    return min([item.name, *names], key=len)


def _details(values: dict[str, str]) -> dict[str, str]:
    return {name: values[name] for name in DETAILS if name in values}
