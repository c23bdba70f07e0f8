"""Celery tasks: ids in, one domain call each."""

from collections.abc import Sequence

from celery import shared_task

from apps.knowledge.disagreements import findings
from apps.knowledge.indexing import document_passages, phrasings, vectors
from apps.llm import embeddings
from apps.llm.embeddings import Embedder, embedder

# The tasks that tell guests of decisions and answer texts share the workers.
SECONDS_AT_A_TIME = 5.0


@shared_task(name="knowledge.embed")
def embed(*, embedding_ids: list[int], phrasing_ids: Sequence[int] = ()) -> int:
    """Computes the vectors of rows and phrasings that a save has changed.

    What does not fit into the time goes to the end of the queue: a long document must
    not keep guests and staff waiting.
    """
    count = phrasings.embed(phrasing_ids)
    models = _embedders()
    for model in models:
        count += vectors.embed(embedding_ids, model, seconds=SECONDS_AT_A_TIME)
    document_passages.finish()
    names = [model.name for model in models]
    if count and (unfinished_ids := vectors.unfinished(embedding_ids, names)):
        embed.delay(embedding_ids=unfinished_ids)
    return count


@shared_task(name="knowledge.embed_pending")
def embed_pending() -> int:
    """Catches what a lost broker or a failed provider left behind, some each time."""
    count = phrasings.embed(phrasings.waiting())
    for model in _embedders():
        vectors.adopt(model.name)
        ids = vectors.waiting(model.name)
        count += vectors.embed(ids, model, seconds=SECONDS_AT_A_TIME)
    document_passages.finish()
    return count


@shared_task(name="knowledge.compare_documents")
def compare_documents() -> int:
    """Finds where documents and rows disagree, if either has changed since."""
    return findings.refresh_changed()


def _embedders() -> list[Embedder]:
    """The remote ones, and beside them the local one, which ranks statements."""
    remote = embeddings.remote()
    return [*remote, embeddings.local()] if remote else [embedder()]
