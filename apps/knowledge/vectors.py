"""Computes the vectors that passages wait for. The one writer of their state."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime

from django.db.models import Q
from django.utils import timezone

from apps.knowledge.indexing import await_vectors
from apps.knowledge.models import Embedding, Passage
from apps.llm.chat import ModelUnavailable
from apps.llm.embeddings import Embedder

BATCH = 32
MAX_ATTEMPTS = 5
log = logging.getLogger(__name__)


def waiting(model: str) -> list[int]:
    """Ids of embeddings to compute, first those never tried."""
    retry = Q(state=Embedding.State.FAILED, attempts__lt=MAX_ATTEMPTS)
    rows = Embedding.objects.filter(
        Q(state=Embedding.State.PENDING) | retry, model=model
    )
    return list(rows.order_by("attempts", "id").values_list("id", flat=True))


def adopt(model: str) -> int:
    """Notes every passage without a vector of this model, as after a change of it."""
    lacking = Passage.objects.exclude(embeddings__model=model)
    await_vectors(lacking, model)
    return lacking.count()


def embed(ids: Sequence[int], embedder: Embedder) -> int:
    """Embeds these rows in batches; a failed batch is marked and the rest goes on."""
    return sum(
        _embed_batch(ids[start : start + BATCH], embedder)
        for start in range(0, len(ids), BATCH)
    )


def _embed_batch(ids: Sequence[int], embedder: Embedder) -> int:
    rows = list(
        Embedding.objects.filter(id__in=ids)
        .exclude(state=Embedding.State.READY)
        .select_related("passage")
    )
    try:
        vectors = embedder.embed_documents([_text(row.passage) for row in rows])
    except ModelUnavailable as error:
        _mark_failed(rows, error)
        return 0
    _mark_ready(rows, vectors, timezone.now())
    return len(rows)


def _text(passage: Passage) -> str:
    """What is embedded: the row's name first, as questions name it."""
    if passage.text.startswith(passage.title):
        return passage.text
    joint = " " if passage.title.endswith("?") else ": "
    return f"{passage.title}{joint}{passage.text}"


def _mark_ready(
    rows: Sequence[Embedding], vectors: Sequence[list[float]], at: datetime
) -> None:
    for row, vector in zip(rows, vectors, strict=True):
        row.vector, row.state, row.error, row.embedded_at = vector, "ready", "", at
        row.attempts += 1
    # A row deleted meanwhile is simply not there to update.
    Embedding.objects.bulk_update(
        rows, ["vector", "state", "error", "embedded_at", "attempts"]
    )


def _mark_failed(rows: Sequence[Embedding], error: ModelUnavailable) -> None:
    log.warning("%d passages could not be embedded: %s", len(rows), error)
    for row in rows:
        row.state, row.error, row.attempts = (
            "failed",
            str(error)[:300],
            row.attempts + 1,
        )
    Embedding.objects.bulk_update(rows, ["state", "error", "attempts"])
