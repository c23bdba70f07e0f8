"""Words that are talked about: those of a property's records, and of any hotel."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path

from apps.infrastructure import patterns, yaml_files
from apps.language.normalise import folded

HOTEL_WORDS = Path(__file__).with_name("hotel_words.yaml")
WORD = patterns.compile(r"[^\W\d_]+")
_COMPOUND = patterns.compile(r"\w+(?:-\w+)+")
_GENITIVE = patterns.compile(r"\w+'s\b")


@dataclass(frozen=True)
class Vocabulary:
    """Words by their plain letters.

    words: as they are written. pairs: two words by their letters without a sign.
    """

    words: Mapping[str, str]
    pairs: Mapping[str, str]

    def __or__(self, further: Vocabulary) -> Vocabulary:
        """Both together, written as in this one where both have a word."""
        return Vocabulary(
            {**further.words, **self.words}, {**further.pairs, **self.pairs}
        )


def of(texts: Iterable[str], names: Iterable[str] = ()) -> Vocabulary:
    """All words of these texts, and the pairs that a hyphen joins.

    A name's genitive is also read without its sign: `jordans` is Jordan's.
    """
    words: dict[str, str] = {}
    pairs: dict[str, str] = {}
    for text in texts:
        lower = text.lower()
        words.update((folded(word), word) for word in WORD.findall(lower))
        for compound in _COMPOUND.findall(lower):
            for first, second in pairwise(compound.split("-")):
                pairs[folded(first + second)] = f"{first}-{second}"
    for name in names:
        for word in _GENITIVE.findall(name.lower().replace("\u2019", "'")):
            pairs.setdefault(folded(word.replace("'", "")), word)
    return Vocabulary(words, pairs)


@cache
def of_hotels(language: str) -> Vocabulary:
    lists: dict[str, str] = yaml_files.read(HOTEL_WORDS)
    return of(lists.get(language, "").split())
