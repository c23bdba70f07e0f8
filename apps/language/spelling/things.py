"""Whether a word names a thing that a guest may look for, such as "bingo" or "celtics".

What guests of any resort ask for, and words so rare that they are hardly more than
names; "planning" or "back" say nothing of what is looked for.
"""

from __future__ import annotations

from functools import cache

from apps.language.spelling import vocabulary, word_lists
from apps.language.word_forms import stem, stems

COMMON_RANK = 4_000


def names_thing(word: str) -> bool:
    """word: a stem of English."""
    return word.isalpha() and (word in of_hotels() or is_rare(word))


def is_rare(word: str) -> bool:
    """Whether the stem of English is hardly more than a name."""
    return word.isalpha() and word not in _common_stems()


@cache
def of_hotels() -> frozenset[str]:
    """Stems of what guests of any resort ask for."""
    return frozenset(stems(" ".join(vocabulary.of_hotels("en").words)))


@cache
def _common_stems() -> frozenset[str]:
    ranks = word_lists.ranks("en")
    return frozenset(stem(word) for word, rank in ranks.items() if rank < COMMON_RANK)
