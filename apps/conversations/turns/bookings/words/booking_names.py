"""What bookings are called: "the ballo one" is of the Ballo Italian Restaurant."""

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
