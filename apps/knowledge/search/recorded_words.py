"""The rows whose records name something, and do not say that it is missing."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import reduce

import numpy as np

from apps.infrastructure import patterns
from apps.knowledge.statements.index import NOWHERE, StatementIndex
from apps.language.word_forms import EMPTY, stems

_CLAUSE = patterns.compile(r"[.,;:!?]|\b(?:but|and)\b", "i")
_DENIED = patterns.compile(
    r"\b(?:no|not|none|never|without|cannot|lacks?)\b|n['\u2019]t\b", "i"
)


def rows(index: StatementIndex, wordings: Collection[str]) -> frozenset[int]:
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
