"""Which of his bookings a guest means: none, one, or several."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from apps.catalog.models import Item
from apps.conversations.turns.bookings.words import (
    booking_names,
    list_places,
    named_days,
)
from apps.conversations.turns.bookings.words.booking_names import BookingNames
from apps.infrastructure import patterns
from apps.language import normalise
from apps.reservations.models import Reservation

Kind = Reservation.Kind
NOUNS = {
    Kind.TABLE: "dinner dinners lunch lunches breakfast brunch table tables restaurant "
    "restaurants meal meals eat dine cena cenas comida almuerzo desayuno mesa mesas "
    "restaurante cenar comer almorzar desayunar diner dejeuner jantar almoco almocar "
    "tisch abendessen mittagessen fruhstuck pranzo tavolo",
    Kind.ROOM: "room rooms suite stay stays hotel habitacion estancia estadia chambre "
    "sejour sejours estancias checkout checkin quarto estadia hospedagem zimmer "
    "aufenthalt camera stanza soggiorno",
    Kind.SPA: "massage massages spa treatment treatments facial masaje tratamiento "
    "soin massagem tratamento behandlung massaggio trattamento",
    Kind.TICKET: "show shows ticket tickets concert concierto entrada entradas boleto "
    "boletos espectaculo espectaculos spectacle billet billets ingresso ingressos "
    "karte karten konzert biglietto biglietti spettacolo concerto",
}
# By a word of the genre that is recorded.
GENRES = {
    "comed": "comedy comedian comedians comedia comedie humour",
    "dj": "dancing djs baile danse",
}
# Written without spaces, so that they are looked for within words.
CHINESE_NOUNS = {
    Kind.TABLE: "晚餐 午餐 早餐 餐位 餐厅 桌子",
    Kind.ROOM: "房间 客房 酒店 住宿 退房 入住",
    Kind.SPA: "按摩 水疗 护理",
    Kind.TICKET: "演出 门票 音乐会 票",
}
_KIND_OF = {noun: kind for kind, nouns in NOUNS.items() for noun in nouns.split()}
_ALL = patterns.compile(
    r"\b(?:both|everything|all (?:of|my|our|the|these|those|two|three|four|five|\d)|"
    r"(?:todas|todos) (?:mis|las|los|nuestras|nuestros)|ambas|ambos|las dos|los dos|"
    r"toutes|tous|les deux|os dois|as duas|beides?|entramb[ei]|tutt[ei] e due)\b|"
    r"^(?:(?:please|cancel|yes|do|just) )*all(?: (?:please|pls|thanks))*$|"
    r"\b(?:cancel\w*|anul\w*|annul\w*|storn\w*|disd\w*) (?:todo|tout|tudo|alles|tutto)"
    r"(?: (?:por favor|s il vous plait|svp|bitte|per favore))?$|"
    r"^(?:todas|todos|alle|tutte|tutti|tudo)$|全部|都"
)
# So many are asked for at once.
MOST_TOGETHER = 6
# What joins the bookings of "ballo and tuscany", and what may stand beside them.
_JOINT = patterns.compile(r"\s*(?:[,;+&/]|\b(?:and|y|et|e|und|plus)\b|和|、)\s*", "i")
_BESIDE_WORDS = (
    "and y et und plus same both the my our one ones at for in of a also too please "
    "pls thanks then des "
    "reservation reservations booking bookings thing tomorrow tonight today number no "
    "el la lo los las mi mis de del por favor le les ma mon mes au chez s il vous "
    "plait o os as do da na meu minha der die das den im am bitte al celle celui du"
)
_BESIDE = frozenset(_BESIDE_WORDS.split())
# "The massage one" after a list, where "the massage" may ask about massages.
_ONE_OF_LIST = patterns.compile(
    r"\bones?\b|\b(?:la|el|las|los|a|o) d(?:el?|a|o)\b|\bcel(?:le|ui)s? d(?:e|u|es)\b"
)
# "Show me my bookings" is about no show.
_SHOW_ME = patterns.compile(r"\bshow (?:me|us|my|our|all)\b")


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
    return bool(kinds_in(words)) or bool(_named(bookings, words))


def matching(
    bookings: Sequence[Reservation], text: str, now: datetime
) -> list[Reservation]:
    """Those that a text may mean; all where it names none, none where none fits.

    now: in the property's zone.
    """
    words = normalise.words(normalise.visible(text))
    kinds = kinds_in(words)
    if named := _named(bookings, words):
        bookings = [own for own in named if own.kind in kinds] or named
    elif kinds:
        bookings = [own for own in bookings if own.kind in kinds]
    if own := list_places.before_noun(bookings, text, _KIND_OF.keys()):
        return [own]
    return named_days.of_named_day(bookings, text, now) or list(bookings)


def chosen(
    listed: Sequence[Reservation], text: str, now: datetime
) -> list[Reservation]:
    """Of those that were listed, the one that the answer means."""
    words = normalise.words(normalise.visible(text))
    # "La segunda" is no Monday, though "segunda-feira" is one.
    is_named = bool(kinds_in(words) or _named(listed, words)) or "feira" in words
    is_last = not list_places.LAST.isdisjoint(words.split())
    if (is_last or not is_named) and (own := list_places.nth(listed, text)):
        return [own]
    matches = matching(listed, text, now)
    if len(matches) == 1:
        return matches
    place = list_places.place(words.split())
    return [listed[place]] if place is not None and place < len(listed) else matches


def are_all_meant(text: str) -> bool:
    """Whether it says "both", "all of them" and the like."""
    return bool(_ALL.search(normalise.words(normalise.visible(text))))


def is_part_meant(text: str) -> bool:
    """Whether it says "all except tonight", which only the guest can tell."""
    return are_all_meant(text) and named_days.has_exception_or_period(text)


def all_meant(
    bookings: Sequence[Reservation], text: str, now: datetime
) -> list[Reservation]:
    """Where a text means several: those; else empty."""
    if is_part_meant(text):
        return []
    if listed := several(bookings, text, now):
        return listed
    if first_or_last := list_places.first_or_last(bookings, text):
        return first_or_last
    is_all = 1 < len(bookings) <= MOST_TOGETHER and are_all_meant(text)
    return list(bookings) if is_all else []


def pieces(text: str) -> list[str]:
    """What "ballo and the massage" joins."""
    return list(filter(str.strip, _JOINT.split(text)))


def several(
    bookings: Sequence[Reservation], text: str, now: datetime
) -> list[Reservation]:
    """Those that "ballo and the massage" lists; empty where it does no such thing."""
    first, *further_pieces = pieces(text) or [""]
    names = names_of(bookings)
    if not further_pieces or not all(
        only_says_which(own, names) for own in further_pieces
    ):
        return []
    chosen_by_piece = [chosen(bookings, own, now) for own in (first, *further_pieces)]
    if any(len(matches) != 1 for matches in chosen_by_piece):
        return []
    return list({matches[0].pk: matches[0] for matches in chosen_by_piece}.values())


def unbooked(bookings: Sequence[Reservation], text: str) -> list[str]:
    """What "ballo and the spa" lists besides, of kinds that are not booked."""
    booked_kinds = {own.kind for own in bookings}
    return [
        piece
        for piece in pieces(text)[1:]
        if only_says_which(piece, names_of(bookings))
        and not _named(bookings, normalise.words(normalise.visible(piece)))
        and booked_kinds.isdisjoint(kinds_in(normalise.words(piece)) or booked_kinds)
    ]


def only_says_which(text: str, names: BookingNames) -> bool:
    """Whether it says which booking is meant, and nothing else."""
    words = normalise.words(normalise.visible(text))
    plain = names.replaced_in(words).split()
    says_one = bool(kinds_in(words)) or booking_names.MENTION in plain
    usual = (
        _BESIDE
        | _KIND_OF.keys()
        | list_places.ORDINALS.keys()
        | {booking_names.MENTION}
    )
    is_all = all(word in usual or word.isdecimal() for word in plain)
    return is_all and (says_one or not list_places.ORDINALS.keys().isdisjoint(plain))


def is_one_of_list(text: str, names: BookingNames) -> bool:
    """Whether it says no more than which of a list is meant: "the massage one"."""
    words = normalise.words(normalise.visible(text))
    is_one = bool(_ONE_OF_LIST.search(words))
    is_one = is_one or not set(words.split()).isdisjoint(
        list_places.ORDINALS.keys() - list_places.CARDINALS
    )
    return is_one and only_says_which(text, names)


def names_of(bookings: Sequence[Reservation]) -> BookingNames:
    """What the guest may call them."""
    titles = [title for own in bookings for title in _titles(own)]
    resort = bookings[0].property.name if bookings else ""
    return booking_names.of(titles, resort)


def _titles(booking: Reservation) -> list[str]:
    """Its name and that of its row; a ticket is also called by what is played."""
    item = booking.item
    if item is None:
        return [booking.what]
    genre = item.show.genre.lower() if item.kind == Item.Kind.SHOW else ""
    genres = (names for word, names in GENRES.items() if word in genre)
    return [booking.what, item.name, *genres]


def _named(bookings: Sequence[Reservation], words: str) -> list[Reservation]:
    """Those of which most words of the name are said."""
    counts = [names_of([own]).count_in(words) for own in bookings]
    most = max(counts, default=0)
    pairs = zip(bookings, counts, strict=True)
    return [own for own, count in pairs if most and count == most]
