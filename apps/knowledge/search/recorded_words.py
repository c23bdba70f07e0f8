"""The rows whose records name what a guest wants: a thing, a sofa bed, enough beds."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import reduce

import numpy as np

from apps.infrastructure import patterns
from apps.knowledge.statements.index import NOWHERE, StatementIndex
from apps.language.vocabulary import numerals
from apps.language.word_forms import EMPTY, stems

_CLAUSE = patterns.compile(r"[.,;:!?]|\b(?:but|and)\b", "i")
_DENIED = patterns.compile(
    r"\b(?:no|not|none|never|without|cannot|lacks?)\b|n['\u2019]t\b", "i"
)


def rows_naming(index: StatementIndex, wordings: Collection[str]) -> frozenset[int]:
    """Ids of those with a sentence that has all words of one of these wordings."""
    return frozenset(
        index.statements[place].item_id
        for wording in wordings
        for place in _places(index, [s for s in stems(wording) if s not in EMPTY])
        if not _denies(index.statements[place].text, stems(wording))
    )


def _places(index: StatementIndex, words: Sequence[str]) -> Sequence[int]:
    places = [index.meeting.get(word, NOWHERE) for word in words]
    common = reduce(np.intersect1d, places) if places else NOWHERE
    return [int(place) for place in common]


def _denies(text: str, words: Sequence[str]) -> bool:
    """Whether the clause that has one of the words says no: "no wheelchair access"."""
    return any(
        _DENIED.search(clause) and not {*words}.isdisjoint(stems(clause))
        for clause in _CLAUSE.split(text)
    )


_WITH = patterns.compile(
    r"\bwith (?:an? |the |its own |their own )?((?:[a-z-]+ ?){1,3})", "i"
)
_END = patterns.compile(
    r"^(under|below|over|above|in|for|at|on|near|and|or|but|that|which|to|of|by)$", "i"
)


def rows_having(index: StatementIndex, rows: Sequence[int], text: str) -> Sequence[int]:
    """Ids of the rows that have all that the text says after "with"; of its words, only
    those that tell these rows apart. All of them where no word does."""
    for word in _words(text):
        having = [row for row in rows if index.row_has_word(row, word)]
        rows = having or rows
    return rows


def _words(text: str) -> Sequence[str]:
    match = _WITH.search(text)
    wish: list[str] = []
    for word in match[1].split() if match else ():
        if _END.search(word):
            break
        wish.append(word)
    return [stem for stem in stems(" ".join(wish)) if stem not in EMPTY]


_NUMBERS = "|".join(sorted(numerals.NUMBERS, key=len, reverse=True))
# A sofa bed is counted for one: it holds two, but not every two.
_BED = patterns.compile(
    rf"(?:\b(\d+|{_NUMBERS}|an?)\s+)?"
    r"\b(?:(king|queen|double|full)|(twin|single|sofa|bunk|rollaway|murphy|day))",
    "i",
)
_OR = patterns.compile(r"\bor\b|/", "i")


def people_in_beds(beds: str) -> int:
    """Of "one king or two queens" four: the guest may choose. 0 where none is read."""
    return max(_people(choice) for choice in _OR.split(beds))


def _people(beds: str) -> int:
    return sum(
        _count(match[1]) * (2 if match[2] else 1) for match in _BED.finditer(beds)
    )


def _count(number: str | None) -> int:
    if not number:
        return 1
    if number.isdigit():
        return int(number[:2])
    return numerals.number_of(number.lower()) or 1
