"""Which of his bookings a guest means: none, one, or several."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime

from apps.conversations.turns.bookings.words import dates
from apps.infrastructure import patterns
from apps.language import normalise
from apps.reservations.models import Reservation

Kind = Reservation.Kind
NOUNS = {
    Kind.TABLE: "dinner dinners lunch lunches breakfast brunch table tables restaurant "
    "cena comida almuerzo desayuno mesa restaurante diner dejeuner jantar almoco eat "
    "dine cenar comer almorzar desayunar almocar",
    Kind.ROOM: "room rooms suite stay stays hotel habitacion estancia estadia chambre "
    "sejour sejours estancias checkout checkin quarto estadia hospedagem",
    Kind.SPA: "massage massages spa treatment treatments facial masaje tratamiento "
    "soin massagem tratamento",
    Kind.TICKET: "show shows ticket tickets concert concierto entrada entradas boleto "
    "boletos spectacle billet billets ingresso ingressos",
}
# Written without spaces, so that they are looked for within words.
CHINESE_NOUNS = {
    Kind.TABLE: "晚餐 午餐 早餐 餐位 餐厅 桌子",
    Kind.ROOM: "房间 客房 酒店 住宿 退房 入住",
    Kind.SPA: "按摩 水疗 护理",
    Kind.TICKET: "演出 门票 音乐会 票",
}
_KIND_OF = {noun: kind for kind, nouns in NOUNS.items() for noun in nouns.split()}
_ORDINALS = {
    word: place
    for place, words in enumerate(
        (
            "first 1st one uno primera primero premier premiere",
            "second 2nd two dos segunda segundo deuxieme seconde",
            "third 3rd three tres tercera tercero troisieme",
            "fourth 4th four cuatro cuarta quatrieme",
            "fifth 5th five cinco quinta cinquieme",
        )
    )
    for word in words.split()
}
_LAST = frozenset({"last", "ultima", "ultimo", "derniere", "dernier"})
_CARDINALS = frozenset({"one", "two", "three", "four", "five"})
_CARDINALS |= frozenset({"uno", "dos", "tres", "cuatro", "cinco"})
_BOTH = patterns.compile(r"\b(all|both|every|todas|todos|ambas|toutes|tous|les deux)\b")
# "Show me my bookings" is about no show.
_SHOW_ME = patterns.compile(r"\bshow (?:me|us|my|our|all)\b")
# Words of many names say nothing of which is meant.
_COMMON = frozenset(
    {"restaurant", "hotel", "room", "grill", "house", "club", "cafe", "deluxe"}
)
SHORTEST_NAME = 4


def kinds_in(words: str) -> set[str]:
    """Kinds of bookings that folded words name."""
    words = _SHOW_ME.sub(" ", words)
    kinds: set[str] = {_KIND_OF[word] for word in words.split() if word in _KIND_OF}
    if words.isascii():
        return kinds
    return kinds | {
        kind
        for kind, nouns in CHINESE_NOUNS.items()
        if any(noun in words for noun in nouns.split())
    }


def names_one(bookings: Sequence[Reservation], text: str) -> bool:
    """Whether a text says which kind of booking, or which one, it is about."""
    words = normalise.words(normalise.visible(text))
    return bool(kinds_in(words)) or any(_is_named(own, words) for own in bookings)


def matching(
    bookings: Sequence[Reservation], text: str, now: datetime
) -> list[Reservation]:
    """Those that a text may mean; all where it names none, none where none fits.

    now: in the property's zone.
    """
    words = normalise.words(normalise.visible(text))
    if named := [own for own in bookings if _is_named(own, words)]:
        bookings = named
    elif kinds := kinds_in(words):
        bookings = [own for own in bookings if own.kind in kinds]
    day = dates.read(text, now).day
    if day and (on_day := _on_day(bookings, day, now)):
        bookings = on_day
    return list(bookings)


def chosen(
    listed: Sequence[Reservation], text: str, now: datetime
) -> list[Reservation]:
    """Of those that were listed, the one that the answer means."""
    words = normalise.words(normalise.visible(text)).split()
    if any(word in _LAST for word in words):
        return [listed[-1]]
    matches = matching(listed, text, now)
    if len(matches) == 1:
        return matches
    place = _place(words)
    return [listed[place]] if place is not None and place < len(listed) else matches


def _place(words: Sequence[str]) -> int | None:
    """ "The second one" and "2"; "the Friday one" ends with a word that is no place."""
    numbers = [word for word in words if word in _ORDINALS]
    ordinals = [word for word in numbers if word not in _CARDINALS]
    digits = [int(word) for word in words if word.isdecimal() and len(word) == 1]
    if ordinals:
        return _ORDINALS[ordinals[0]]
    if digits:
        return max(digits[0] - 1, 0)
    return _ORDINALS[numbers[0]] if numbers and len(words) == 1 else None


def are_all_meant(text: str) -> bool:
    return bool(_BOTH.search(normalise.words(text)))


def _is_named(booking: Reservation, words: str) -> bool:
    spoken = set(words.split())
    name = normalise.words(booking.what).replace(".", " ").split()
    own = {
        word
        for word in name
        if len(word) >= SHORTEST_NAME and word not in _COMMON and word not in _KIND_OF
    }
    return bool(own & spoken)


def _on_day(
    bookings: Sequence[Reservation], day: date, now: datetime
) -> list[Reservation]:
    zone = now.tzinfo
    return [own for own in bookings if own.starts_at.astimezone(zone).date() == day]
