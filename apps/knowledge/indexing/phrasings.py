"""Computes the vectors of phrasings; their words are compared until then."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from apps.knowledge.models import Phrasing
from apps.knowledge.statements.vectors import STORED
from apps.llm import embeddings
from apps.llm.embeddings import LOCAL_MODEL


def waiting() -> list[int]:
    """Ids of phrasings without a vector."""
    rows = Phrasing.objects.filter(vector=None).order_by("id")
    return list(rows.values_list("id", flat=True))


def embed(ids: Sequence[int]) -> int:
    """Embeds these phrasings with the local model; returns how many.

    Without that model they are compared by their words.
    """
    rows = list(Phrasing.objects.filter(pk__in=ids, vector=None))
    model = embeddings.local()
    if not rows or model.name != LOCAL_MODEL:
        return 0
    vectors = model.embed_documents([row.text for row in rows])
    return sum(
        # One that was reworded meanwhile waits for a vector of its new text.
        Phrasing.objects.filter(pk=row.pk, text=row.text).update(
            vector=np.array(vector, STORED).tobytes()
        )
        for row, vector in zip(rows, vectors, strict=True)
    )
