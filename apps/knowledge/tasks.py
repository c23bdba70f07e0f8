"""Celery tasks: ids in, one domain call each."""

from collections.abc import Sequence

from celery import shared_task

from apps.knowledge.indexing import document_passages, phrasings, vectors
from apps.llm import embeddings
from apps.llm.embeddings import Embedder, embedder


@shared_task(name="knowledge.embed")
def embed(*, embedding_ids: list[int], phrasing_ids: Sequence[int] = ()) -> int:
    """Computes the vectors of rows and phrasings that a save has changed."""
    count = phrasings.embed(phrasing_ids)
    for model in _embedders():
        count += vectors.embed(embedding_ids, model)
    document_passages.finish()
    return count


@shared_task(name="knowledge.embed_pending")
def embed_pending() -> int:
    """Catches what a lost broker or a failed provider left behind."""
    count = phrasings.embed(phrasings.waiting())
    for model in _embedders():
        vectors.adopt(model.name)
        count += vectors.embed(vectors.waiting(model.name), model)
    document_passages.finish()
    return count


def _embedders() -> list[Embedder]:
    """The remote ones, and beside them the local one, which ranks statements."""
    remote = embeddings.remote()
    return [*remote, embeddings.local()] if remote else [embedder()]
