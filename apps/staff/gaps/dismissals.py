"""Which questions mean what staff have dismissed, in whatever words guests ask them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import compress

import numpy as np
from numpy.typing import NDArray

from apps.staff.gaps import meaning
from apps.staff.gaps.meaning import MIN_SIMILARITY, QuestionVectors, Vectors
from apps.staff.models import GapWork


def cover(
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
