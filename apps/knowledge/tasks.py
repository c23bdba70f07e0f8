"""Celery tasks: ids in, one domain call each."""

from celery import shared_task

from apps.knowledge.indexing import vectors
from apps.llm.embeddings import embedder


@shared_task(name="knowledge.embed")
def embed(*, embedding_ids: list[int]) -> int:
    """Computes the vectors of rows that a save has changed."""
    return vectors.embed(embedding_ids, embedder())


@shared_task(name="knowledge.embed_pending")
def embed_pending() -> int:
    """Catches what a lost broker or a failed provider left behind."""
    model = embedder()
    vectors.adopt(model.name)
    return vectors.embed(vectors.waiting(model.name), model)
