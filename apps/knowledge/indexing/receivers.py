"""A saved or deleted catalog row, and a document that was read, rewrites its passages
in the same transaction."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any
from weakref import WeakSet

from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.db.models import Model, QuerySet
from django.db.models.signals import post_delete, post_save
from django.utils import timezone
from kombu.exceptions import OperationalError

from apps.catalog.models import (
    Amenity,
    FaqEntry,
    GamingArea,
    HoursException,
    Item,
    Performance,
    Promo,
    PromoTier,
    Restaurant,
    Room,
    ServiceHours,
    Show,
    Tower,
    Venue,
)
from apps.documents.models import Document
from apps.documents.reading import sections_stored
from apps.infrastructure.workers import task_queue
from apps.knowledge import tasks
from apps.knowledge.indexing import document_passages, passages, vectors
from apps.knowledge.models import Embedding, HeldSentence, Passage, Phrasing
from apps.properties.models import Helpline

log = logging.getLogger(__name__)
IDS_PER_TASK = 256

ROWS = (
    Restaurant,
    Venue,
    Show,
    Tower,
    Room,
    Promo,
    Amenity,
    GamingArea,
    FaqEntry,
)
# Child table -> the field that names its row.
CHILDREN = {
    ServiceHours: "item_id",
    HoursException: "item_id",
    PromoTier: "promo_id",
    Performance: "show_id",
}


def connect() -> None:
    for model in ROWS:
        post_save.connect(_row_saved, sender=model, dispatch_uid=f"index-{model}")
    for child in CHILDREN:
        for signal in (post_save, post_delete):
            signal.connect(_child_changed, sender=child, dispatch_uid=f"index-{child}")
    post_save.connect(_phrasing_saved, sender=Phrasing, dispatch_uid="index-phrasing")
    post_save.connect(_helpline_saved, sender=Helpline, dispatch_uid="index-helpline")
    sections_stored.connect(_sections_stored, dispatch_uid="index-document")


def _row_saved(instance: Item, raw: bool = False, **_: Any) -> None:
    if raw:
        return
    # The instance may hold hours that were read before its inlines were saved.
    new_passages = passages.rewrite(Item.objects.get(pk=instance.pk))
    for dependent in passages.dependents(instance):
        new_passages += passages.rewrite(dependent)
    _embed_on_commit(new_passages)


def _child_changed(
    sender: type[Model], instance: Model, raw: bool = False, **signal: Any
) -> None:
    if raw or _goes_with_its_row(sender, signal.get("origin")):
        return
    row_id = getattr(instance, CHILDREN[sender])
    # The stamp of a property's rows is made of their times, too.
    Item.objects.filter(pk=row_id).update(updated_at=timezone.now())
    item = Item.objects.filter(pk=row_id).first()
    if item:
        _embed_on_commit(passages.rewrite(item))


def _phrasing_saved(instance: Phrasing, raw: bool = False, **_: Any) -> None:
    if not raw:
        _embed_on_commit([], [instance.pk])


def _helpline_saved(instance: Helpline, raw: bool = False, **_: Any) -> None:
    """Rows that were held back for its number may be told now."""
    held = HeldSentence.objects.filter(
        reason=HeldSentence.Reason.NUMBER,
        item__property__jurisdiction=instance.jurisdiction_id,
    )
    for item in Item.objects.filter(pk__in=held.values("item")):
        _row_saved(item, raw)


def _sections_stored(document: Document, **_: Any) -> None:
    if document_passages.write(document):
        task_queue.send_on_commit("knowledge.embed_document", document_id=document.pk)


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


@dataclass(eq=False)
class _Save:
    """What one save has changed; only its commit hook holds on to it.

    Django drops the hooks of whatever is rolled back, a savepoint too.
    """

    passage_ids: list[int]
    phrasing_ids: list[int] = field(default_factory=list)


def _embed_on_commit(
    new_passages: list[Passage], phrasing_ids: Sequence[int] = ()
) -> None:
    if not new_passages and not phrasing_ids:
        return
    save = _Save([passage.pk for passage in new_passages], list(phrasing_ids))
    _saves().add(save)
    transaction.on_commit(partial(_enqueue, save))


def _saves() -> WeakSet[_Save]:
    """Saves that this thread's connection has yet to commit."""
    saves: WeakSet[_Save] = vars(connections[DEFAULT_DB_ALIAS]).setdefault(
        "saves_to_embed", WeakSet()
    )
    return saves


def _enqueue(save: _Save) -> None:
    """Sends the vectors of this save and of all others of its transaction."""
    if save not in _saves():
        return  # sent with an earlier one
    passage_ids = [pk for save in _saves() for pk in save.passage_ids]
    phrasing_ids = sorted(pk for save in _saves() for pk in save.phrasing_ids)
    _saves().clear()
    rows = Embedding.objects.filter(passage_id__in=passage_ids, state="pending")
    ids = list(rows.order_by("id").values_list("id", flat=True))
    try:
        for start in range(0, len(ids), IDS_PER_TASK):
            tasks.embed.delay(embedding_ids=ids[start : start + IDS_PER_TASK])
        if phrasing_ids:
            tasks.embed.delay(embedding_ids=[], phrasing_ids=phrasing_ids)
    except OperationalError:
        # The row is saved and found by keyword; `embed_pending` computes its vector.
        count = len(ids) + len(phrasing_ids)
        log.warning("the task queue is away; %d vectors follow later", count)
