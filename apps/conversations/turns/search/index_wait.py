"""Waits, for a while, until a property that was just filled has its vectors."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any
from weakref import WeakValueDictionary

from django.conf import settings
from django.db.models import Count, Max, Min, Q
from django.db.models.functions import Greatest
from django.utils import timezone

from apps.infrastructure import database_threads
from apps.infrastructure.processes import computing
from apps.knowledge import property_snapshot
from apps.knowledge.models import Embedding
from apps.knowledge.property_snapshot import PropertySnapshot
from apps.llm import embeddings

# With fewer, as after a large import, the ranking knows too little to be trusted.
LEAST_SHARE = 0.5
POLL_SECONDS = 0.5
# An index without any progress for this long is not being made; words alone rank.
PATIENCE = timedelta(seconds=60)
# The snapshots, by their properties, for which nobody needs to wait.
_settled: WeakValueDictionary[int, PropertySnapshot] = WeakValueDictionary()


async def indexed(snapshot: PropertySnapshot) -> PropertySnapshot | None:
    """The snapshot when it has its vectors, or never will; None while it lacks them.

    The wait is as long as INDEX_WAIT_SECONDS.
    """
    if _has_vectors(snapshot) or snapshot is _settled.get(snapshot.place.pk):
        return snapshot
    computing.leave()
    attempts = int(settings.INDEX_WAIT_SECONDS / POLL_SECONDS)
    for _ in range(attempts):
        if not await database_threads.run(_is_being_indexed, snapshot):
            break
        await asyncio.sleep(POLL_SECONDS)
    else:
        return None if attempts else snapshot
    latest = await database_threads.run(property_snapshot.of, snapshot.place.pk)
    if latest is snapshot:  # another vector makes another one
        _settled[snapshot.place.pk] = snapshot
    return latest


def _has_vectors(snapshot: PropertySnapshot) -> bool:
    return bool(snapshot.statements.has_vectors.all())


def _is_being_indexed(snapshot: PropertySnapshot) -> bool:
    """Whether the vectors that the ranking needs are still being computed.

    Until its first index is complete, a property's answer may be in any row without
    vectors. Later edits are found by their words, and nobody waits for them.
    """
    counts = _counts(snapshot.place.pk)
    has_enough = counts["ready"] >= LEAST_SHARE * len(snapshot.passages)
    if has_enough and not _is_first_index(counts):
        return False
    latest = counts["latest"]
    return latest is not None and latest > timezone.now() - PATIENCE


def _is_first_index(counts: dict[str, Any]) -> bool:
    """Whether a passage waits that was there before any vector was computed."""
    waiting_since, began_at = counts["waiting_since"], counts["began_at"]
    return waiting_since is not None and (began_at is None or waiting_since < began_at)


def _counts(property_id: int) -> dict[str, Any]:
    rows = Embedding.objects.filter(
        property_id=property_id,
        model=embeddings.LOCAL_MODEL,
        passage__document=None,  # nobody waits for a document
    )
    is_ready = Q(statement_vectors__isnull=False)
    # What has failed is not worth a guest's time.
    is_waiting = ~is_ready & ~Q(state=Embedding.State.FAILED)
    return rows.aggregate(
        ready=Count("pk", filter=is_ready),
        waiting_since=Min("created_at", filter=is_waiting),
        began_at=Min("embedded_at", filter=is_ready),
        latest=Max(Greatest("created_at", "embedded_at")),
    )
