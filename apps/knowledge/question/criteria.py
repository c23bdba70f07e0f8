"""The criteria that a question gives for a row, read from its words.

Words and numbers become typed filters; the queries are those of `catalog.querysets`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time
from itertools import chain
from typing import Literal
from zoneinfo import ZoneInfo

from apps.catalog import wall_clock
from apps.catalog.models import Item
from apps.knowledge.question import cuisines, limits, wish_words
from apps.knowledge.question.limits import NO_LIMITS, Limits
from apps.language.calendar import asked_time, clocks, time_words
from apps.language.calendar.asked_time import AskedTime
from apps.language.word_forms import stems

Order = Literal["", "cheapest", "dearest", "largest"]


@dataclass(frozen=True)
class Criteria:
    """dishes: alternatives, of which the first that any row serves counts. is_all:
    whether every row of the kind is asked for. is_dish: whether all that any row says
    of a dish counts, not its cuisine alone. is_large_company: whether so many come
    to eat that they have to ask first.
    """

    kind: str
    dishes: tuple[tuple[str, ...], ...] = ()
    min_price_band: int = 1
    max_price_band: int = 4
    order: Order = ""
    limits: Limits = NO_LIMITS
    is_for_families: bool = False
    is_casual: bool = False
    is_free: bool = False
    is_suite: bool = False
    is_for_drinks: bool = False
    is_dish: bool = False
    open_at: datetime | None = None
    is_all: bool = False
    is_large_company: bool = False

    @property
    def has_price(self) -> bool:
        price_bands = (self.min_price_band, self.max_price_band)
        return bool(self.order or self.limits.price) or price_bands != (1, 4)

    @property
    def is_narrowed(self) -> bool:
        """Whether more than a price has to be met: "the cheapest with children"."""
        has_wish = self.dishes or self.is_for_families or self.is_casual
        return bool(self.order and (has_wish or self.open_at))

    @property
    def is_kind_only(self) -> bool:
        """Whether nothing but the kind is asked for, and not all of it either."""
        plain = Criteria(
            self.kind, is_suite=self.is_suite, is_for_drinks=self.is_for_drinks
        )
        return self == plain


def read(
    text: str,
    at: datetime,
    zone: ZoneInfo,
    cuisine_names: Iterable[str],
    *,
    is_kind_enough: bool = False,
) -> Criteria | None:
    """`zone` and `cuisine_names`, such as "Japanese and sushi", are the property's.

    is_kind_enough: whether a question that names nothing but a kind chooses too, by
    what it does not say. None for a question that does not choose among rows.
    """
    dishes = cuisines.dishes(text, cuisines.words(cuisine_names))
    numbers = limits.read(text)
    kind = _kind(text, dishes, numbers)
    now = at.astimezone(zone)
    is_choosing = numbers != NO_LIMITS or _is_choosing(text, now, kind, dishes)
    is_of_single_row = wish_words.SINGLE_ROW.search(wish_words.ASIDE.sub(" ", text))
    if kind is None or is_of_single_row or not is_choosing:
        return None
    criteria = _read(text, now, zone, kind, dishes, numbers)
    return None if criteria.is_kind_only and not is_kind_enough else criteria


def _is_choosing(
    text: str, now: datetime, kind: str | None, dishes: Sequence[object]
) -> bool:
    """Whether several rows may answer: also "a burger at 4 am", "dinner after 11"."""
    is_short = len(text.split()) <= wish_words.SHORT_QUESTION
    if is_short or any(words.search(text) for words in wish_words.ASKING_FOR_SEVERAL):
        return True
    wishes = [*wish_words.CHOOSING]
    if dishes:
        wishes += [wish_words.NOW, wish_words.TONIGHT, wish_words.TODAY]
    is_to_eat = kind == Item.Kind.RESTAURANT and not wish_words.OF_ROWS.search(text)
    is_timed = bool((dishes or is_to_eat) and _hour(text, now))
    has_wish = is_timed or any(words.search(text) for words in wishes)
    return has_wish and not wish_words.DEFINITE.search(text)


def unread_words(text: str, criteria: Criteria) -> set[str]:
    """Stems of a question that are no part of these criteria."""
    by_criterion = (
        (True, (*wish_words.ALL_KINDS, wish_words.SEVERAL)),
        (criteria.has_price, wish_words.PRICES),
        (criteria.limits.company, (wish_words.VENUE, wish_words.HOLDING)),
        (criteria.limits.size_sqft or criteria.order, (wish_words.LARGEST,)),
        (criteria.is_for_families, (wish_words.FAMILY,)),
        (criteria.is_casual, (wish_words.CASUAL,)),
        (criteria.is_free, (wish_words.FREE,)),
        (criteria.open_at or wish_words.TODAY.search(text), wish_words.MOMENTS),
        (criteria.is_for_drinks, (wish_words.DRINKS,)),
    )
    wishes = chain.from_iterable(own for holds, own in by_criterion if holds)
    dishes = chain.from_iterable(map(stems, chain.from_iterable(criteria.dishes)))
    company = criteria.limits.company or criteria.is_large_company
    if criteria.open_at:  # "saturday the 12th", which no list of words holds
        text = time_words.without(text)
    text = wish_words.SEQUENCE.sub(" ", text)
    plain = limits.without(text, replace(criteria.limits, company=int(company)))
    return (
        wish_words.remaining_stems(plain, wishes) - wish_words.PRICE_WORDS - {*dishes}
    )


def _kind(
    text: str, dishes: tuple[tuple[str, ...], ...], numbers: Limits
) -> str | None:
    """Of the rows to choose from; None where the question names none."""
    if numbers.company and wish_words.VENUE.search(text):
        return Item.Kind.VENUE
    kinds = (kind for kind, words in wish_words.KINDS if words.search(text))
    kind = next(kinds, None)
    if dishes and kind in (None, Item.Kind.AMENITY):
        return Item.Kind.RESTAURANT
    is_for_eating = any(words.search(text) for words in wish_words.OF_EATING)
    if kind is None and is_for_eating:
        return Item.Kind.RESTAURANT
    if kind is None and wish_words.FAMILY.search(text):
        return Item.Kind.AMENITY
    return kind


def _read(
    text: str,
    now: datetime,
    zone: ZoneInfo,
    kind: str,
    dishes: tuple[tuple[str, ...], ...],
    numbers: Limits,
) -> Criteria:
    min_price_band, max_price_band = _price(text)
    is_room, is_restaurant = kind == Item.Kind.ROOM, kind == Item.Kind.RESTAURANT
    return Criteria(
        kind,
        dishes=dishes if is_restaurant else (),
        is_dish=is_restaurant and cuisines.names_dish(text),
        min_price_band=1 if is_room else min_price_band,
        max_price_band=4 if is_room else max_price_band,
        order=_order(text, is_room=is_room),
        limits=_limits_of(kind, numbers),
        is_for_families=bool(wish_words.FAMILY.search(text)) and not is_room,
        is_casual=bool(wish_words.CASUAL.search(text)) and is_restaurant,
        is_free=bool(wish_words.FREE.search(text)) and kind == Item.Kind.SHOW,
        is_suite=is_room and bool(wish_words.SUITE.search(text)),
        is_for_drinks=is_restaurant and bool(wish_words.DRINKS.search(text)),
        open_at=_open_at(text, now, zone) if is_restaurant else None,
        is_large_company=is_restaurant and numbers.company >= limits.LARGE_COMPANY,
        is_all=bool(wish_words.EVERY.search(text))
        and wish_words.names_kinds_alone(text),
    )


def _limits_of(kind: str, numbers: Limits) -> Limits:
    """The numbers that records of the kind hold."""
    has_price = kind in {Item.Kind.ROOM, Item.Kind.SHOW}
    return Limits(
        price=numbers.price if has_price else 0,
        size_sqft=numbers.size_sqft if kind == Item.Kind.ROOM else 0,
        company=numbers.company if kind in {Item.Kind.VENUE, Item.Kind.ROOM} else 0,
    )


def _price(text: str) -> tuple[int, int]:
    if wish_words.CHEAPEST.search(text) or wish_words.DEAREST.search(text):
        return 1, 4
    if wish_words.is_fine_within_reason(text):
        return 2, 3
    if wish_words.CHEAP.search(text):
        return 1, 2
    if wish_words.MODERATE.search(text):
        return 2, 2
    return (3, 4) if wish_words.is_fine(text) else (1, 4)


def _order(text: str, *, is_room: bool) -> Order:
    is_cheap = wish_words.CHEAP.search(text)
    if wish_words.CHEAPEST.search(text) or (is_room and is_cheap):
        return "cheapest"
    if wish_words.DEAREST.search(text):
        return "dearest"
    if wish_words.LARGEST.search(text):
        return "largest"
    if is_cheap and not wish_words.is_fine_within_reason(text):
        return "cheapest"
    return "dearest" if wish_words.is_fine(text) and not is_room else ""


def _hour(text: str, now: datetime) -> AskedTime | None:
    """The day and the hour that the question names; None without an hour."""
    asked_for = asked_time.read_of_opening(text, now)
    return asked_for if asked_for and asked_for.clock is not None else None


def _open_at(text: str, now: datetime, zone: ZoneInfo) -> datetime | None:
    """When the place has to be open, if the question says so."""
    if wish_words.NOW.search(text):
        return now
    asked_for = asked_time.read_of_opening(text, now)
    if asked_for and asked_for.clock:
        return wall_clock.moment(asked_for.day, asked_for.clock, zone)
    if wish_words.LATE.search(text):
        is_early = now.time() < wish_words.LATE_AT
        day = now.date() if is_early else now.date() + asked_time.DAY
        return wall_clock.moment(day, wish_words.LATE_AT, zone)
    for words, clock in wish_words.MEALS:
        if words.search(text):
            return wall_clock.moment(_meal_day(clock, asked_for, now), clock, zone)
    if asked_for or wish_words.is_of_this_evening(text):
        day = asked_for.day if asked_for else now.date()
        return max(now, wall_clock.moment(day, wish_words.EVENING_AT, zone))
    return now if wish_words.HUNGRY.search(text) else clocks.soonest(text, now)


def _meal_day(clock: time, asked_for: AskedTime | None, now: datetime) -> date:
    is_over = now.time() > clock
    return asked_for.day if asked_for else now.date() + is_over * asked_time.DAY
