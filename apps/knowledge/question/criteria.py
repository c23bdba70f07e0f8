"""The criteria that a question gives for a row, read from its words.

Words become typed filters; the queries are those of `catalog.querysets`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Literal
from zoneinfo import ZoneInfo

from apps.catalog import wall_clock
from apps.catalog.models import Item
from apps.infrastructure import patterns
from apps.knowledge.question import cuisines
from apps.language.calendar import asked_time
from apps.language.calendar.asked_time import AskedTime
from apps.language.word_forms import content, stems

Order = Literal["", "cheapest", "dearest", "largest"]


@dataclass(frozen=True)
class Criteria:
    """`dishes` holds alternatives: the first one that any row serves counts."""

    kind: str
    dishes: tuple[tuple[str, ...], ...] = ()
    min_price_band: int = 1
    max_price_band: int = 4
    order: Order = ""
    is_for_families: bool = False
    is_casual: bool = False
    is_free: bool = False
    open_at: datetime | None = None
    is_all: bool = False

    @property
    def is_kind_only(self) -> bool:
        """Whether nothing but the kind is asked for, and not all of it either."""
        return self == Criteria(self.kind)


def _words(text: str) -> patterns.Pattern:
    return patterns.compile(rf"\b(?:{text})\b", "i")


KINDS: tuple[tuple[str, patterns.Pattern], ...] = (
    (Item.Kind.ROOM, _words(r"(guest ?)?rooms?|suites?|habitaci[o\u00f3]n(es)?")),
    (
        Item.Kind.SHOW,
        _words(r"shows?|concerts?|entertainment|espect[a\u00e1]culos?|conciertos?"),
    ),
    (
        Item.Kind.RESTAURANT,
        _words(
            r"restaurants?|eat|eating|eater(y|ies)|din(e|ing|ner)|lunch|breakfast|"
            r"brunch|food|meals?|bite|hungry|snacks?|cuisine|restaurantes?|comer|"
            r"comida|cenar?|desayun(o|ar)|almuerzo"
        ),
    ),
    (Item.Kind.AMENITY, _words(r"activit(y|ies)|things to do|to do|fun|actividades")),
)
CHEAP = _words(
    r"cheap|inexpensive|affordable|budget|not (too|so|very) expensive|low[- ]cost|"
    r"reasonabl[ey]( priced)?|barat[oa]s?|econ[o\u00f3]mic[oa]s?"
)
CHEAPEST = _words(
    r"cheapest|least expensive|lowest (price|rate)|m[a\u00e1]s barat[oa]s?"
)
FINE = _words(
    r"fancy|upscale|fine[- ]dining|expensive|luxur(y|ious)|high[- ]end|"
    r"special occasion|elegant|car[oa]s?|elegantes?"
)
DEAREST = _words(r"most expensive|priciest|fanciest|most luxurious|m[a\u00e1]s car[oa]")
MODERATE = _words(r"moderate(ly)?( priced)?|mid[- ]?range|mid[- ]?priced")
LARGEST = _words(r"largest|biggest|most spacious|m[a\u00e1]s grande")
FAMILY = _words(
    r"kids?|kid[- ]friendly|child(ren)?|famil(y|ies)|toddlers?|bab(y|ies)|"
    r"ni[n\u00f1][oa]s?|familias?|hij[oa]s?"
)
CASUAL = _words(
    r"casual(ly)?|jeans|shorts|sneakers|t-?shirts?|no dress code|informal(es)?"
)
FREE = _words(r"free|no cover|gratis|gratuit[oa]s?")
NOW = _words(
    r"open (right )?now|still open|open at the moment|right now|abiert[oa]s? ahora"
)
LATE = _words(r"late[- ]night|after midnight|open late|all night|24[- ]?hours?")
TONIGHT = _words(r"tonight|this evening|esta noche")
OPEN = _words(r"open|serv(e|es|ing)|abiert[oa]s?|eat|get food|dine")
# "Is there", "which", "any": several rows may answer. "It" and "does the" ask for one.
SEVERAL = _words(
    r"which|what|any(thing|where)?|some(thing|where)?|where|list|all|best|good|recommend|suggest|"
    r"options?|places?|there|have|want|looking|craving|like|need|find|show me|"
    r"cu[a\u00e1]l(es)?|qu[e\u00e9]|hay|alg[u\u00fa]n[oa]?s?|d[o\u00f3]nde|quiero"
)
ONE = _words(r"it|its|this (place|restaurant|room|show)|that (place|restaurant)")
EVERY = _words(
    r"(list|all|what|which|every) ((kinds?|sorts?|types?) of |of )?(the |your )?"
    r"(restaurants|rooms|suites|shows|places to eat)|"
    r"restaurants (do you have|are there)"
)
# Prices are told of every row anyway: "what rooms do you have, and what do they cost?"
PRICE_WORDS = frozenset(stems("cost costs price prices rate rates"))
# "Cheap food?" has no verb and asks for several all the same.
SHORT = 3
EVENING_AT, LATE_AT = time(19), time(0, 30)
MEALS = (
    (_words(r"breakfast|desayun(o|ar)|early morning"), time(9)),
    (_words(r"brunch"), time(11)),
    (_words(r"lunch|almuerzo|almorzar"), time(12, 30)),
)


def read(
    text: str, at: datetime, zone: ZoneInfo, cuisine_names: Iterable[str]
) -> Criteria | None:
    """`zone` and `cuisine_names`, such as "Japanese and sushi", are the property's.

    None for a question that does not choose among rows.
    """
    dishes = cuisines.dishes(text, cuisines.words(cuisine_names))
    kind = next((kind for kind, words in KINDS if words.search(text)), None)
    if dishes and kind in (None, Item.Kind.AMENITY):
        kind = Item.Kind.RESTAURANT
    if kind is None and FAMILY.search(text):
        kind = Item.Kind.AMENITY
    is_short = len(text.split()) <= SHORT
    if kind is None or ONE.search(text) or not (is_short or SEVERAL.search(text)):
        return None
    criteria = _read(text, at.astimezone(zone), zone, kind, dishes)
    return None if criteria.is_kind_only else criteria


def _read(
    text: str,
    now: datetime,
    zone: ZoneInfo,
    kind: str,
    dishes: tuple[tuple[str, ...], ...],
) -> Criteria:
    min_price_band, max_price_band = _price(text)
    is_room = kind == Item.Kind.ROOM
    return Criteria(
        kind,
        dishes=dishes if kind == Item.Kind.RESTAURANT else (),
        min_price_band=1 if is_room else min_price_band,
        max_price_band=4 if is_room else max_price_band,
        order=_order(text, is_room),
        is_for_families=bool(FAMILY.search(text)) and not is_room,
        is_casual=bool(CASUAL.search(text)) and kind == Item.Kind.RESTAURANT,
        is_free=bool(FREE.search(text)) and kind == Item.Kind.SHOW,
        open_at=_open_at(text, now, zone) if kind == Item.Kind.RESTAURANT else None,
        is_all=bool(EVERY.search(text)) and _names_kinds_alone(text),
    )


def _names_kinds_alone(text: str) -> bool:
    """Whether no further word chooses, such as the tub of "Which rooms have a tub?"."""
    without_kinds = text
    for _, words in KINDS:
        without_kinds = words.sub(" ", without_kinds)
    return content(stems(without_kinds)) <= PRICE_WORDS


def _price(text: str) -> tuple[int, int]:
    if CHEAPEST.search(text) or DEAREST.search(text):
        return 1, 4
    if CHEAP.search(text):
        return 1, 2
    if MODERATE.search(text):
        return 2, 2
    return (3, 4) if FINE.search(text) else (1, 4)


def _order(text: str, is_room: bool) -> Order:
    if CHEAPEST.search(text) or (is_room and CHEAP.search(text)):
        return "cheapest"
    if DEAREST.search(text):
        return "dearest"
    if LARGEST.search(text):
        return "largest"
    return "cheapest" if CHEAP.search(text) else ""


def _open_at(text: str, now: datetime, zone: ZoneInfo) -> datetime | None:
    """When the place has to be open, if the question says so."""
    if NOW.search(text):
        return now
    asked_for = asked_time.read(text, now)
    if asked_for and asked_for.clock and OPEN.search(text):
        return wall_clock.moment(asked_for.day, asked_for.clock, zone)
    if LATE.search(text):
        day = now.date() if now.time() < LATE_AT else now.date() + asked_time.DAY
        return wall_clock.moment(day, LATE_AT, zone)
    for words, clock in MEALS:
        if words.search(text):
            return wall_clock.moment(_meal_day(clock, asked_for, now), clock, zone)
    if asked_for or TONIGHT.search(text):
        day, evening = asked_for.day if asked_for else now.date(), EVENING_AT
        return max(now, wall_clock.moment(day, evening, zone))
    return None


def _meal_day(clock: time, asked_for: AskedTime | None, now: datetime) -> date:
    if asked_for:
        return asked_for.day
    return now.date() + (now.time() > clock) * asked_time.DAY
