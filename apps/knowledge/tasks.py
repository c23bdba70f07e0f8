"""Celery tasks: ids in, one domain call each."""

from collections.abc import Sequence

from celery import shared_task
from django.db.models import Q

from apps.knowledge.disagreements import findings
from apps.knowledge.indexing import document_passages, phrasings, vectors
from apps.llm import embeddings
from apps.llm.embeddings import Embedder, embedder

# Other tasks share the workers: decisions that guests are told, texts, documents.
SECONDS_AT_A_TIME = 5.0


@shared_task(name="knowledge.embed")
def embed(*, embedding_ids: list[int], phrasing_ids: Sequence[int] = ()) -> int:
    """Computes the vectors of rows and phrasings that a save has changed.

    What does not fit into the time goes to the end of the queue: an import must not
    keep guests and staff waiting.
    """
    count = phrasings.embed(phrasing_ids)
    models = _embedders()
    for model in models:
        count += vectors.embed(embedding_ids, model, seconds=SECONDS_AT_A_TIME)
    names = [model.name for model in models]
    if count and (unfinished_ids := vectors.unfinished(embedding_ids, names)):
        embed.delay(embedding_ids=unfinished_ids)
    return count


@shared_task(name="knowledge.embed_document")
def embed_document(*, document_id: int) -> int:
    """Computes some vectors of a document, which then goes to the end of the queue.

    Documents take turns, so that a short one waits for no end of a long one.
    """
    kind, models = Q(passage__document=document_id), _embedders()
    count = _embed_waiting(kind, models)
    document_passages.finish()
    names = [model.name for model in models]
    ids = [pk for name in names for pk in vectors.waiting(name, kind)]
    if count and vectors.unfinished(ids, names):
        embed_document.delay(document_id=document_id)
    return count


@shared_task(name="knowledge.embed_pending")
def embed_pending() -> int:
    """Catches what a lost broker or a failed provider left behind, some each time."""
    count, models = phrasings.embed(phrasings.waiting()), _embedders()
    for model in models:
        vectors.adopt(model.name)
    return count + _embed_waiting(vectors.OF_ROWS, models)


@shared_task(name="knowledge.embed_documents")
def embed_documents() -> int:
    """As `embed_pending`, for documents."""
    count = _embed_waiting(vectors.OF_DOCUMENTS, _embedders())
    document_passages.finish()
    return count


@shared_task(name="knowledge.compare_documents")
def compare_documents() -> int:
    """Finds where documents and rows disagree, if either has changed since."""
    return findings.refresh_changed()


def _embed_waiting(kind: Q, models: Sequence[Embedder]) -> int:
    return sum(
        vectors.embed(
            vectors.waiting(model.name, kind), model, seconds=SECONDS_AT_A_TIME
        )
        for model in models
    )


def _embedders() -> list[Embedder]:
    """The remote ones, and beside them the local one, which ranks statements."""
    remote = embeddings.remote()
    return [*remote, embeddings.local()] if remote else [embedder()]
