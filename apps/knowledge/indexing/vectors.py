"""Computes the vectors that passages wait for. The one writer of their state."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime

from django.db.models import F, Q, QuerySet
from django.utils import timezone

from apps.knowledge.indexing.passages import await_vectors
from apps.knowledge.models import Embedding, Passage
from apps.knowledge.statements import vectors as statement_vectors
from apps.llm.embeddings import LOCAL_MODEL, Embedder
from apps.llm.failures import ModelUnavailable

BATCH = 32
log = logging.getLogger(__name__)


def waiting(model: str) -> list[int]:
    """Ids of embeddings to compute, first those never tried."""
    rows = _incomplete().filter(model=model)
    return list(rows.order_by("attempts", "id").values_list("id", flat=True))


def _incomplete() -> QuerySet[Embedding]:
    """Rows without a vector, or of the local model without those of the sentences."""
    lacks_statements = Q(model=LOCAL_MODEL, statement_vectors=None)
    return Embedding.objects.filter(~Q(state=Embedding.State.READY) | lacks_statements)


def adopt(model: str) -> None:
    """Notes every passage without a vector of this model, as after a change of it."""
    await_vectors(Passage.objects.exclude(embeddings__model=model), model)


def ready_models(property_id: int | None = None) -> set[str]:
    """Names of the models under which rows of a property, or of any, have vectors."""
    rows = Embedding.objects.filter(state=Embedding.State.READY)
    if property_id is not None:
        rows = rows.filter(property_id=property_id)
    return set(rows.order_by().values_list("model", flat=True).distinct())


def failure(model: str) -> str:
    """Why vectors of this model are missing; blank when none has failed."""
    failed = Embedding.objects.filter(model=model, state=Embedding.State.FAILED)
    return failed.order_by("id").values_list("error", flat=True).first() or ""


def again(item_id: int) -> None:
    """Has the vectors of a row computed once more, under every model."""
    rows = Embedding.objects.filter(passage__item_id=item_id)
    rows.update(state=Embedding.State.PENDING, error="", attempts=0)


def embed(ids: Sequence[int], embedder: Embedder) -> int:
    """Embeds these rows in batches; returns how many.

    A batch that fails is marked and ends the work: the provider is away, and the next
    run tries again with one request, not with all.
    """
    count = 0
    for start in range(0, len(ids), BATCH):
        batch = ids[start : start + BATCH]
        try:
            count += _embed_batch(batch, embedder)
        except ModelUnavailable as error:
            _mark_failed(batch, error)
            break
    return count


def _embed_batch(ids: Sequence[int], embedder: Embedder) -> int:
    rows = list(
        # A worker with other settings leaves them to one that has the model.
        _incomplete()
        .filter(id__in=ids, model=embedder.name)
        .select_related("passage__item")
    )
    vectors = embedder.embed_documents([_text(row.passage) for row in rows])
    if embedder.name == LOCAL_MODEL:
        passages = [row.passage for row in rows]
        for row, stored in zip(
            rows, statement_vectors.compute(passages, embedder), strict=True
        ):
            row.statement_vectors = stored
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
        rows,
        [
            "vector",
            "statement_vectors",
            "state",
            "error",
            "embedded_at",
            "attempts",
        ],
    )


def _mark_failed(ids: Sequence[int], error: ModelUnavailable) -> None:
    log.warning("%d passages could not be embedded: %s", len(ids), error)
    Embedding.objects.filter(id__in=ids).update(
        state="failed", error=str(error)[:300], attempts=F("attempts") + 1
    )
