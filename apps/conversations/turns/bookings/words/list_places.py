"""Places in a list of bookings: "the second one", "the first two"."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise

from apps.conversations.turns.bookings.words import spoken_numbers
from apps.infrastructure import patterns
from apps.language import normalise
from apps.reservations.models import Reservation

ORDINALS = {
    word: place
    for place, words in enumerate(
        (
            "first 1st one uno primera primero premier premiere primeira primeiro "
            "erste ersten erstes",
            "second 2nd two dos segunda segundo deuxieme seconde "
            "zweite zweiten zweites",
            "third 3rd three tres tercera tercero troisieme terceira terceiro dritte "
            "dritten drittes",
            "fourth 4th four cuatro cuarta quatrieme vierte vierten viertes",
            "fifth 5th five cinco quinta cinquieme",
        )
    )
    for word in words.split()
}
# Chinese writes no spaces.
_CHINESE_ORDINAL = patterns.compile("第([一二三四五1-5])")
_CHINESE_PLACES = "一二三四五12345"
LAST = frozenset({"last", "ultima", "ultimo", "derniere", "dernier"})
CARDINALS = frozenset({"one", "two", "three", "four", "five"})
CARDINALS |= frozenset({"uno", "dos", "tres", "cuatro", "cinco"})
_PLACES = (ORDINALS.keys() - CARDINALS) | LAST
# "The first two", "las dos primeras".
_FIRST_OR_LAST = patterns.compile(
    r"\b(?P<first>first|primer[oa]s|premiers|premieres|primeir[oa]s|ersten|prim[ei]) "
    r"(?P<of_first>\w+)\b|"
    r"\b(?P<last>last|ultim[oa]s|derniers|dernieres|letzten|ultim[ei]) "
    r"(?P<of_last>\w+)\b|"
    r"\b(?P<number>\w+) (?:(?P<begins>primer[oa]s|premiers|premieres|primeir[oa]s)|"
    r"ultim[oa]s|derniers|dernieres)\b"
)


def first_or_last(listed: Sequence[Reservation], text: str) -> list[Reservation]:
    """ "The first two" of a list; empty for a single one, or more than there are."""
    match = _FIRST_OR_LAST.search(normalise.words(normalise.visible(text)))
    if match is None:
        return []
    word = match["of_first"] or match["of_last"] or match["number"]
    count = spoken_numbers.number_of(word) or 0
    if not 1 < count <= len(listed):
        return []
    is_first = match["first"] or match["begins"]
    return list(listed[:count] if is_first else listed[-count:])


def nth(listed: Sequence[Reservation], text: str) -> Reservation | None:
    """ "The second one" of a list; None where a text names no place in it."""
    words = normalise.words(normalise.visible(text))
    if first_or_last(listed, text):
        return None
    ordinals = [
        ORDINALS[word]
        for word in words.split()
        if word in ORDINALS and word not in CARDINALS
    ]
    if match := _CHINESE_ORDINAL.search(words):
        ordinals = [_CHINESE_PLACES.index(match[1]) % 5]
    if ordinals and ordinals[0] < len(listed):
        return listed[ordinals[0]]
    return listed[-1] if listed and LAST & set(words.split()) else None


def before_noun(
    listed: Sequence[Reservation], text: str, nouns: Collection[str]
) -> Reservation | None:
    """ "The second dinner" of all dinners; None where no place stands before a noun."""
    words = normalise.words(normalise.visible(text)).split()
    pairs = pairwise(words)
    place_words = [word for word, noun in pairs if noun in nouns and word in _PLACES]
    if not place_words or first_or_last(listed, text):
        return None
    if place_words[0] in LAST:
        return listed[-1] if listed else None
    index = ORDINALS[place_words[0]]
    return listed[index] if index < len(listed) else None


def place(words: Sequence[str]) -> int | None:
    """ "The second one" and "2"; "the Friday one" ends with a word that is no place."""
    numbers = [word for word in words if word in ORDINALS]
    ordinals = [word for word in numbers if word not in CARDINALS]
    digits = [int(word) for word in words if word.isdecimal() and len(word) == 1]
    if ordinals:
        return ORDINALS[ordinals[0]]
    if digits:
        return max(digits[0] - 1, 0)
    return ORDINALS[numbers[0]] if numbers and len(words) == 1 else None
