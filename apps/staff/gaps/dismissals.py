"""Which questions mean what staff have dismissed, in whatever words guests ask them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from apps.staff.gaps import meaning
from apps.staff.gaps.meaning import MIN_SIMILARITY, Vectors
from apps.staff.models import GapWork


def cover(questions: Sequence[tuple[int, str]], vectors: Vectors) -> NDArray[np.bool_]:
    """Whether each (property id, question) belongs to a dismissed gap.

    vectors: of the questions, as `meaning` makes them.
    """
    places = np.array([property_id for property_id, _ in questions], np.int64)
    is_covered = np.zeros(len(questions), bool)
    dismissed = GapWork.objects.filter(is_dismissed=True).exclude(closed_at=None)
    for work in dismissed.filter(property__in={*places.tolist()}):
        wordings = [(work.property_id, entry["ask"]) for entry in work.before]
        if wordings:
            mean = meaning.vectors(wordings).mean(axis=0)
            is_alike = vectors @ mean >= MIN_SIMILARITY
            is_covered |= is_alike & (places == work.property_id)
    return is_covered
