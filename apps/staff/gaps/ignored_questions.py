"""Questions that are no gaps: those without words, and what staff have dismissed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import compress

import numpy as np
from numpy.typing import NDArray

from apps.knowledge import property_snapshot
from apps.knowledge.property_snapshot import PropertySnapshot
from apps.language import detect
from apps.language.normalise import folded
from apps.language.spelling import vocabulary, word_lists
from apps.staff.gaps import meaning
from apps.staff.gaps.meaning import MIN_SIMILARITY, QuestionVectors, Vectors
from apps.staff.models import GapWork

# Of the letters of a message, those in words that are known. Of 40 letters struck at
# random, 2 in 100 messages have as many; sentences of unknown languages have more.
LEAST_KNOWN = 0.1


def is_legible(text: str, property_id: int) -> bool:
    """Whether a message holds words: of a language, of its guests or of its records.

    Letters with accents and of other scripts come from a hand that writes with them.
    """
    letters = "".join(sign for sign in text if sign.isalpha())
    if not letters.isascii():
        return True
    if _share_known(text, frozenset()) >= LEAST_KNOWN:
        return True
    snapshot = property_snapshot.of(property_id)
    plain_text = snapshot.plain(text, "en")
    return _share_known(plain_text, _own_words(snapshot)) >= LEAST_KNOWN


def _share_known(text: str, own_words: frozenset[str]) -> float:
    words = [folded(word) for word in vocabulary.WORD.findall(text)]
    known_words = [word for word in words if word in own_words or _is_word(word)]
    return sum(map(len, known_words)) / max(sum(map(len, words)), 1)


def _is_word(word: str) -> bool:
    """A single letter is one of any language."""
    if len(word) == 1:
        return False
    is_listed = any(
        word in word_lists.ranks(language) for language in word_lists.LANGUAGES
    )
    return is_listed or detect.is_everyday_word(word, detect.LATIN)


def _own_words(snapshot: PropertySnapshot) -> frozenset[str]:
    return frozenset(map(folded, snapshot.name_words))


def are_dismissed(
    questions: Sequence[tuple[int, str]], vectors: QuestionVectors
) -> NDArray[np.bool_]:
    """Whether each (property id, question) belongs to a dismissed gap."""
    is_covered = np.zeros(len(questions), bool)
    places = np.array([property_id for property_id, _ in questions], np.int64)
    dismissed = GapWork.objects.filter(is_dismissed=True).exclude(closed_at=None)
    for property_id, means in _means(dismissed.filter(property__in={*places.tolist()})):
        is_here = places == property_id
        own = [*compress(questions, is_here)]
        similarities = vectors.of(own) @ np.array(means).T
        is_covered[is_here] = (similarities >= MIN_SIMILARITY).any(axis=1)
    return is_covered


def _means(works: Iterable[GapWork]) -> Iterable[tuple[int, list[Vectors]]]:
    """The mean vectors of the dismissed gaps of each property that has any."""
    by_property: dict[int, list[Vectors]] = {}
    for work in works:
        if wordings := [(work.property_id, entry["ask"]) for entry in work.before]:
            mean = meaning.vectors(wordings).mean(axis=0)
            by_property.setdefault(work.property_id, []).append(mean)
    return by_property.items()
