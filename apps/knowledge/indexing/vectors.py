"""Computes the vectors that passages wait for. The one writer of their state."""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Collection, Sequence
from datetime import datetime

from django.db.models import F, Q, QuerySet
from django.utils import timezone

from apps.infrastructure import patterns
from apps.knowledge.indexing.passages import await_vectors
from apps.knowledge.models import Embedding, Passage
from apps.knowledge.statements import vectors as statement_vectors
from apps.llm.embeddings import LOCAL_MODEL, Embedder
from apps.llm.failures import ModelUnavailable

BATCH = 32
# The local model has no requests to save: a batch is no longer than a turn may take.
LOCAL_BATCH = 8
OF_ANYTHING = Q()
OF_ROWS = Q(passage__document=None)
OF_DOCUMENTS = Q(passage__document__isnull=False)
SENTENCE_END = patterns.compile(r"\s+", before=r"[.!?]", behind=r"[A-Z\"'(]")
log = logging.getLogger(__name__)


def waiting(model: str, kind: Q = OF_ANYTHING) -> list[int]:
    """Ids of embeddings to compute, first those never tried."""
    rows = _incomplete().filter(kind, model=model)
    return list(rows.order_by("attempts", "id").values_list("id", flat=True))


def _incomplete() -> QuerySet[Embedding]:
    """Rows without a vector, or of the local model without those of the sentences."""
    lacks_sentences = Q(statement_vectors=None) | Q(sentence_vectors=None)
    is_not_ready = ~Q(state=Embedding.State.READY)
    return Embedding.objects.filter(
        is_not_ready | Q(lacks_sentences, model=LOCAL_MODEL)
    )


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


def embed(
    ids: Sequence[int],
    embedder: Embedder,
    *,
    with_statements: bool = True,
    seconds: float = math.inf,
) -> int:
    """Embeds these rows in batches; returns how many.

    with_statements: also for the ranking of statements, which search can do without.
    seconds: no batch begins later than this after the first.

    A batch that fails is marked and ends the work: the provider is away, and the next
    run tries again with one request, not with all.
    """
    count, began_at = 0, time.monotonic()
    size = min(BATCH, LOCAL_BATCH) if embedder.name == LOCAL_MODEL else BATCH
    for start in range(0, len(ids), size):
        if start and time.monotonic() - began_at > seconds:
            break
        batch = ids[start : start + size]
        try:
            count += _embed_batch(batch, embedder, with_statements)
        except ModelUnavailable as error:
            _mark_failed(batch, error)
            break
    return count


def unfinished(ids: Sequence[int], models: Collection[str]) -> list[int]:
    """Those of these rows, of these models, that wait; none once one has failed."""
    rows = Embedding.objects.filter(id__in=ids, model__in=models)
    if rows.filter(state=Embedding.State.FAILED).exists():
        return []
    waiting_rows = _incomplete().filter(id__in=ids, model__in=models)
    return list(waiting_rows.order_by("id").values_list("id", flat=True))


def _embed_batch(ids: Sequence[int], embedder: Embedder, with_statements: bool) -> int:
    rows = list(
        # A worker with other settings leaves them to one that has the model.
        _incomplete()
        .filter(id__in=ids, model=embedder.name)
        .select_related("passage__item", "passage__section__document")
        # Each passage gets its section anew, which may hold megabytes.
        .defer("passage__section__parts")
    )
    if not rows:  # of other models
        return 0
    vectors = embedder.embed_documents([_text(row.passage) for row in rows])
    if embedder.name == LOCAL_MODEL:
        _set_sentence_vectors(rows, embedder)
        if with_statements:
            _set_statement_vectors(rows, embedder)
    _mark_ready(rows, vectors, timezone.now())
    return len(rows)


def _set_statement_vectors(rows: Sequence[Embedding], embedder: Embedder) -> None:
    passages = [row.passage for row in rows]
    computed = statement_vectors.compute(passages, embedder)
    for row, stored in zip(rows, computed, strict=True):
        row.statement_vectors = stored


def _set_sentence_vectors(rows: Sequence[Embedding], embedder: Embedder) -> None:
    sentences = [_sentences(row.passage) for row in rows]
    texts = list(dict.fromkeys(text for own in sentences for text in own))
    by_text = dict(zip(texts, embedder.embed_documents(texts), strict=True))
    for row, own in zip(rows, sentences, strict=True):
        row.sentence_vectors = [by_text[text] for text in own]


def _sentences(passage: Passage) -> list[str]:
    """Of a document none: its sentences are statements, and found as such."""
    if passage.document_id:
        return []
    return [
        text
        for line in passage.sentences
        for text in SENTENCE_END.split(line["text"])
        if text.strip()
    ]


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
            "sentence_vectors",
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
