"""Waits, for a while, until a property that was just filled has its vectors."""

from __future__ import annotations

import asyncio
from datetime import timedelta

from django.conf import settings
from django.db.models import Max
from django.db.models.functions import Greatest
from django.utils import timezone

from apps.infrastructure import database_threads
from apps.knowledge import property_snapshot
from apps.knowledge.models import Embedding
from apps.knowledge.property_snapshot import PropertySnapshot
from apps.llm import embeddings

# With fewer, the ranking knows too little of the records to be trusted.
LEAST_SHARE = 0.5
POLL_SECONDS = 0.5
# An index without any progress for this long is not being made; words alone rank.
PATIENCE = timedelta(seconds=60)


async def indexed(snapshot: PropertySnapshot) -> PropertySnapshot | None:
    """The snapshot when it has its vectors, or never will; None while it lacks them.

    The wait is as long as INDEX_WAIT_SECONDS.
    """
    if _has_vectors(snapshot):
        return snapshot
    attempts = int(settings.INDEX_WAIT_SECONDS / POLL_SECONDS)
    for _ in range(attempts):
        if not await database_threads.run(_is_being_indexed, snapshot):
            break
        await asyncio.sleep(POLL_SECONDS)
    else:
        return None if attempts else snapshot
    return await database_threads.run(property_snapshot.of, snapshot.place.pk)


def _has_vectors(snapshot: PropertySnapshot) -> bool:
    has_vectors = snapshot.statements.has_vectors
    return not len(has_vectors) or bool(has_vectors.mean() >= LEAST_SHARE)


def _is_being_indexed(snapshot: PropertySnapshot) -> bool:
    rows = Embedding.objects.filter(
        property_id=snapshot.place.pk, model=embeddings.LOCAL_MODEL
    )
    ready_count = rows.exclude(statement_vectors=None).count()
    if ready_count >= LEAST_SHARE * len(snapshot.passages):
        return False
    latest = rows.aggregate(at=Max(Greatest("created_at", "embedded_at")))["at"]
    return latest is not None and latest > timezone.now() - PATIENCE
