"""A saved or deleted catalog row rewrites its passages in the same transaction."""

from __future__ import annotations

import logging
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.db.models import Model, QuerySet
from django.db.models.signals import post_delete, post_save
from django.utils import timezone
from kombu.exceptions import OperationalError

from apps.catalog import models as catalog
from apps.knowledge import tasks
from apps.knowledge.indexing import passages as indexing
from apps.knowledge.indexing import vectors
from apps.knowledge.models import Embedding, Passage

log = logging.getLogger(__name__)
IDS_A_TASK = 256

ROWS = (
    catalog.Restaurant,
    catalog.Venue,
    catalog.Show,
    catalog.Tower,
    catalog.Room,
    catalog.Promo,
    catalog.Amenity,
    catalog.GamingArea,
    catalog.FaqEntry,
)
# Child table -> the field that names its row.
CHILDREN = {
    catalog.ServiceHours: "item_id",
    catalog.HoursException: "item_id",
    catalog.PromoTier: "promo_id",
    catalog.Performance: "show_id",
}


def connect() -> None:
    for model in ROWS:
        post_save.connect(_row_saved, sender=model, dispatch_uid=f"index-{model}")
    for child in CHILDREN:
        for signal in (post_save, post_delete):
            signal.connect(_child_changed, sender=child, dispatch_uid=f"index-{child}")


def _row_saved(instance: catalog.Item, raw: bool = False, **_: Any) -> None:
    if raw:
        return
    # The instance may hold hours that were read before its inlines were saved.
    fresh = indexing.rewrite(catalog.Item.objects.get(pk=instance.pk))
    for other in indexing.dependents(instance):
        fresh += indexing.rewrite(other)
    _embed_on_commit(fresh)


def _child_changed(
    sender: type[Model], instance: Model, raw: bool = False, **signal: Any
) -> None:
    if raw or _goes_with_its_row(sender, signal.get("origin")):
        return
    row_id = getattr(instance, CHILDREN[sender])
    # Who keeps the row at hand sees by its time that something of it changed.
    catalog.Item.objects.filter(pk=row_id).update(updated_at=timezone.now())
    item = catalog.Item.objects.filter(pk=row_id).first()
    if item:
        _embed_on_commit(indexing.rewrite(item))


def _goes_with_its_row(
    sender: type[Model], origin: Model | QuerySet[Any] | None
) -> bool:
    """Whether the child is deleted because its row is; then nothing is rewritten."""
    model = origin.model if isinstance(origin, QuerySet) else type(origin)
    return origin is not None and model is not sender


def embed_again(item_id: int) -> None:
    """Has the vectors of a row computed once more."""
    vectors.again(item_id)
    _embed_on_commit(list(Passage.objects.filter(item_id=item_id)))


def _embed_on_commit(passages: list[Passage]) -> None:
    if not passages:
        return
    waiting: set[int] = _here().setdefault("passages_to_embed", set())
    waiting.update(passage.pk for passage in passages)
    # A transaction may save many rows; the first callback takes them all.
    transaction.on_commit(_enqueue)


def _here() -> dict[str, Any]:
    """What belongs to this thread's own connection."""
    return vars(connections[DEFAULT_DB_ALIAS])


def _enqueue() -> None:
    waiting: set[int] = _here().pop("passages_to_embed", set())
    rows = Embedding.objects.filter(passage_id__in=waiting, state="pending")
    ids = list(rows.values_list("id", flat=True))
    try:
        for start in range(0, len(ids), IDS_A_TASK):
            tasks.embed.delay(embedding_ids=ids[start : start + IDS_A_TASK])
    except OperationalError:
        # The row is saved and found by keyword; `embed_pending` computes its vector.
        log.warning("the task queue is away; %d vectors follow later", len(ids))
