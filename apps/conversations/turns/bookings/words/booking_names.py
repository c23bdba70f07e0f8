"""What bookings are called: "the ballo one" is of the Ballo Italian Restaurant. And
whether a message asks about the booking of somebody else, whom it names.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from apps.infrastructure import patterns
from apps.infrastructure.patterns import Pattern
from apps.language import normalise

# Stands for a name in the words that phrases are looked for in.
MENTION = "mybooking"
SHORTEST_NAME = 3
# Words of many names say nothing of which is meant.
_COMMON_WORDS = (
    "restaurant hotel room rooms grill house club cafe deluxe suite night nights day "
    "evening morning show shows live music arena bar bars lounge kitchen dinner lunch "
    "breakfast brunch table massage spa treatment ticket tickets the and for with from "
    "sun inn los las del one two new king queen superior junior executive hot our tea "
    "family time all you can stand made home your big best city resort casino"
)
_COMMON = frozenset(_COMMON_WORDS.split())
_COMPOUND = patterns.compile(r"\w+-\w+")
_POSSESSIVE = patterns.compile(r"['\x{2019}]s\b", "i")
_LATIN_IN_CHINESE = patterns.compile(r"[a-z0-9]+", before=r"[\x{4e00}-\x{9fff}]")
# Joins two words of a name, and begins or ends none.
_JOINTS = r"(?:(?:at|of|the|by|de|in) ){0,2}"
_THING = (
    r"(?:dinner|lunch|brunch|breakfast|table|room|suite|stay|massage|treatment|facial|"
    r"appointment|bookings?|reservations?|cena|comida|almuerzo|mesa|habitaci\x{f3}n|"
    r"masaje|reservas?|d\x{ee}ner|d\x{e9}jeuner|chambre|r\x{e9}servations?|jantar|"
    r"almo\x{e7}o|quarto|massagem|Abendessen|Zimmer|Tisch|Reservierung|tavolo|camera|"
    r"massaggio|prenotazione)"
)
# A name has a capital letter; who writes "my" or "mi" speaks of his own.
_GUEST_NAME = r"(?P<name>\p{Lu}[\p{L}-]{2,})"
_TITLE_OF_GUEST = r"(?:(?:the|la|los|les|Mrs?\.?|Ms\.?|Sra?\.?|M\.|Mme|Herrn?|Frau) )?"
_OF_GUEST = patterns.compile(
    rf"\b(?P<own>(?i:my|our|mis?|nuestr[oa]s?|mon|ma|mes|notre|nos) )?(?i:{_THING}) "
    rf"(?:of|de|d['\x{{2019}}]|del|von|di|do|da|under|under the name) ?"
    rf"{_TITLE_OF_GUEST}{_GUEST_NAME}(?: \p{{Lu}}[\p{{L}}-]+)?[?!. ]*$"
)
_POSSESSIVE_OF_GUEST = patterns.compile(
    rf"\b(?P<own>(?i:my|our) )?{_GUEST_NAME}(?:['\x{{2019}}]s|s['\x{{2019}}]) "
    rf"(?i:{_THING})\b"
)
# Days and feasts: "tonight's dinner", "the Valentine's dinner".
_NO_GUEST_NAMES_TEXT = (
    "today tonight tomorrow valentine year eve mother father christmas thanksgiving "
    "chef couple navidad noel january february march april may june july august "
    "september october november december monday tuesday wednesday thursday friday "
    "saturday sunday lunes martes miercoles jueves viernes sabado domingo lundi mardi "
    "mercredi jeudi vendredi samedi dimanche what when who where that it he she "
    "montag dienstag mittwoch donnerstag freitag samstag sonntag"
)
_NO_GUEST_NAMES = frozenset(_NO_GUEST_NAMES_TEXT.split())


@dataclass(frozen=True)
class BookingNames:
    """telling: words that each say which is meant. words: all words of the names."""

    telling: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()

    def are_in(self, words: str) -> bool:
        """Whether one of them is among folded words."""
        return bool(self.telling) and bool(self._pattern.search(_apart(words)))

    def count_in(self, words: str) -> int:
        """How many of the telling words are said."""
        if not self.telling:
            return 0
        return len({match[0] for match in self._telling_word.finditer(_apart(words))})

    def replaced_in(self, words: str) -> str:
        """Folded words with `MENTION` in place of each name."""
        if not self.telling:
            return words
        return self._pattern.sub(MENTION, _apart(words))

    @cached_property
    def _telling_word(self) -> Pattern:
        return patterns.compile(rf"\b(?:{_either(self.telling)})\b")

    @cached_property
    def _pattern(self) -> Pattern:
        telling, any_word = _either(self.telling), _either(self.words)
        return patterns.compile(
            rf"\b(?:(?:{any_word}) )*(?:{telling})(?: {_JOINTS}(?:{any_word}))*\b"
        )


NO_NAMES = BookingNames()


def of(titles: Iterable[str], resort: str) -> BookingNames:
    """Of what is booked, as it is written; the resort's own name says nothing."""
    unspecific = _COMMON | set(_words(resort))
    titles = list(titles)
    all_words = {word for title in titles for word in _of_title(title, unspecific)}
    long_words = {
        word for word in all_words if len(word) >= SHORTEST_NAME and word.isalnum()
    }
    compounds = {name for title in titles for name in _compounds(title)}
    telling = frozenset(long_words - unspecific | compounds)
    return BookingNames(telling, frozenset(long_words - {"the", "and", "for"}))


def _of_title(title: str, unspecific: Collection[str]) -> list[str]:
    """Two words of a name are often written as one: "steakhouse". The s of "Jordan's"
    is often left out."""
    words = _words(title)
    pairs = (
        f"{first}{second}"
        for first, second in pairwise(words)
        if min(len(first), len(second)) >= SHORTEST_NAME
        and not {first, second} <= set(unspecific)
    )
    bare = _words(_POSSESSIVE.sub("", title))
    return [*words, *pairs, *bare]


def _compounds(title: str) -> list[str]:
    """The "Stand-up" of a name tells which is meant, though neither word does alone."""
    written = [match[0] for match in _COMPOUND.finditer(normalise.visible(title))]
    return [
        form
        for own in written
        for form in (" ".join(_words(own)), "".join(_words(own)))
    ]


def _words(text: str) -> list[str]:
    return normalise.words(normalise.visible(text)).replace(".", " ").split()


def _apart(words: str) -> str:
    """Chinese has no spaces before a name in Latin letters."""
    if words.isascii():
        return words
    return _LATIN_IN_CHINESE.sub(lambda match: f" {match[0].strip()} ", words)


def _either(words: Iterable[str]) -> str:
    return "|".join(sorted(words, key=len, reverse=True))


def other_guest(text: str, own_names: Collection[str]) -> str:
    """The folded name of whoever a booking is said to be of; empty for nobody's but the
    guest's own. own_names: folded words of his family names."""
    match = _OF_GUEST.search(text) or _POSSESSIVE_OF_GUEST.search(text)
    if match is None or match["own"]:
        return ""
    name = normalise.words(match["name"]).strip(" .")
    is_name = name not in _NO_GUEST_NAMES and name not in own_names
    return name if is_name and name.removesuffix("s") not in own_names else ""
