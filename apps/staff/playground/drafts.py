"""Drafts as guests would hear of them; only inside a transaction that is undone."""

from __future__ import annotations

from apps.catalog.models import Item
from apps.knowledge.indexing import vectors
from apps.knowledge.models import Embedding
from apps.llm.embeddings import embedder
from apps.properties.models import Property

# Embedding them takes about a second.
MOST = 100


def publish(place: Property) -> int:
    """Makes the newest drafts of a property live and answerable; how many."""
    rows = Item.objects.of(place).filter(status=Item.Status.DRAFT)
    found = [row.concrete for row in rows.order_by("-updated_at")[:MOST]]
    for row in found:
        row.status = Item.Status.LIVE
        row.save()
    model = embedder()
    waiting = Embedding.objects.filter(
        model=model.name, passage__item__in=found, state=Embedding.State.PENDING
    )
    vectors.embed(list(waiting.values_list("pk", flat=True)), model)
    return len(found)
