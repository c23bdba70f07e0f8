"""Celery tasks: ids in, one domain call each."""

from celery import shared_task

from apps.knowledge.indexing import vectors
from apps.llm import embeddings
from apps.llm.embeddings import Embedder, embedder


@shared_task(name="knowledge.embed")
def embed(*, embedding_ids: list[int]) -> int:
    """Computes the vectors of rows that a save has changed."""
    return vectors.embed(embedding_ids, embedder())


@shared_task(name="knowledge.embed_pending")
def embed_pending() -> int:
    """Catches what a lost broker or a failed provider left behind."""
    count = 0
    for model in _embedders():
        vectors.adopt(model.name)
        count += vectors.embed(vectors.waiting(model.name), model)
    return count


def _embedders() -> list[Embedder]:
    """The configured one, and beside a provider the local one: it ranks statements."""
    return [embedder(), *([embeddings.local()] if embeddings.is_remote() else [])]
