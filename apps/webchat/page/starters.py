"""First questions, made from what the catalog holds at this moment."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from itertools import islice

from apps.catalog.hours import formatting, timetable
from apps.catalog.models import Amenity, FaqEntry, Performance, Promo, Restaurant, Room
from apps.catalog.querysets import ItemQuerySet, RestaurantQuerySet
from apps.properties.models import Property
from apps.webchat.page.texts import PageTexts

MAX_STARTERS = 6
Starter = dict[str, str]
Maker = Callable[[Property, datetime, PageTexts], Starter | None]


def starters(place: Property, at: datetime, texts: PageTexts) -> list[Starter]:
    """Up to six starters; a kind without a live row is left out."""
    candidates = (make(place, at, texts) for make in MAKERS)
    return [starter for starter in candidates if starter][:MAX_STARTERS]


def _open_now(place: Property, at: datetime, texts: PageTexts) -> Starter | None:
    """Counts the places that its question lists, and names those it lists first."""
    serving = RestaurantQuerySet(Restaurant).of(place).live(at).with_meals()
    rows = serving.open_at(at)
    if not rows:
        return None
    rows.sort(key=lambda row: timetable.time_left(row, at), reverse=True)
    names = _names(row.name for row in rows[:2])
    return texts.starter("open_now", count=len(rows), names=names)


def _tonight(place: Property, at: datetime, texts: PageTexts) -> Starter | None:
    row = Performance.objects.tonight(place, at).first()
    if row is None:
        return None
    local = at.astimezone(place.zone)
    clock = formatting.say_time(row.starts_at.astimezone(local.tzinfo), texts.language)
    return texts.starter("tonight", venue=row.show.at_venue.name, time=clock)


def _room(place: Property, at: datetime, texts: PageTexts) -> Starter | None:
    rows = Room.objects.of(place).live(at).filter(rate_from__isnull=False)
    row = rows.order_by("rate_from").first()
    if row is None:
        return None
    return texts.starter("room", room=row.name, rate=f"${row.rate_from:,.0f}")


def _spa(place: Property, at: datetime, texts: PageTexts) -> Starter | None:
    rows = Amenity.objects.of(place).live(at).filter(sort="spa")
    row = next(_not_closed(rows, at), None)
    if row is None:
        return None
    state = formatting.say_state(row, at, texts.language)
    return texts.starter("spa", name=row.name, state=state)


def _parking(place: Property, at: datetime, texts: PageTexts) -> Starter | None:
    rows = FaqEntry.objects.of(place).live(at)
    row = rows.filter(name__icontains="parking").first()
    return texts.starter("parking") if row else None


def _rewards(place: Property, at: datetime, texts: PageTexts) -> Starter | None:
    row = Promo.objects.of(place).live(at).filter(sort="loyalty").first()
    if row is None:
        return None
    return texts.starter("rewards", name=row.name, count=row.tiers.count())


def _family(place: Property, at: datetime, texts: PageTexts) -> Starter | None:
    rows = Amenity.objects.of(place).live(at).filter(sort="family")
    names = _names(row.name for row in islice(_not_closed(rows, at), 2))
    return texts.starter("family", names=names) if names else None


def _not_closed(rows: ItemQuerySet, at: datetime) -> Iterator[Amenity]:
    """Rows that are open, and those whose hours nobody has entered."""
    for row in rows.with_hours():
        state = timetable.state(row, at)
        if state.is_open or not state.is_known:
            yield row


def _names(names: Iterable[str]) -> str:
    return ", ".join(names)


MAKERS: tuple[Maker, ...] = (
    _open_now,
    _tonight,
    _room,
    _spa,
    _family,
    _parking,
    _rewards,
)
