"""Drafts that an import writes where a second person publishes, and their undo."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import get_user_model
from django.core.exceptions import ValidationError
from django.db import transaction

from apps.catalog.models import Item
from apps.staff.drafts import row_drafts
from apps.staff.history import snapshot
from apps.staff.history.snapshot import Content
from apps.staff.history.versions import UndoResult
from apps.staff.models import Delivery, RowDraft, Version

WAITS_TO_GO = "It waits to be deleted. Publish or discard that first."


@transaction.atomic
def keep(item: Item, content: Content, delivery: Delivery | None) -> bool:
    """Whether the row has a new draft. Raises ValidationError.

    content: the row with the changes of a table. A draft that waits already is not
    lost: it keeps what the table does not change.
    """
    live = snapshot.read(item.concrete)
    draft = row_drafts.of(item.pk)
    if draft and draft.is_deletion:
        raise ValidationError(WAITS_TO_GO)
    earlier = row_drafts.merge(draft.base, draft.content, live) if draft else live
    coming = row_drafts.merge(live, content, earlier)
    if coming == earlier:
        return False
    by = delivery.by if delivery else None
    replaced = _as_json(draft) if draft else None
    row_drafts.keep(item, coming, by, delivery, replaced)
    return True


def undo(delivery: Delivery, result: UndoResult) -> None:
    """Discards the drafts of an import, or puts back what they replaced.

    Those that somebody has published, changed or discarded since are left alone.
    """
    for row in delivery.results:
        item_id = row.get("draft_of")
        if item_id is None or row["outcome"] == "new":
            continue
        draft = row_drafts.of(item_id)
        if draft and draft.delivery_id == delivery.pk:
            _put_back(draft)
            result.count += 1
        else:
            result.skipped[row["name"]] = _reason(item_id, draft, delivery)


def _as_json(draft: RowDraft) -> Content:
    row = {"base": draft.base, "content": draft.content, "by": draft.by_id}
    return {**row, "authors": draft.author_ids()}


def _put_back(draft: RowDraft) -> None:
    earlier = draft.replaced
    draft.delete()
    if earlier:
        by = get_user_model().objects.filter(pk=earlier["by"]).first()
        content = _on_live_row(draft.item, earlier)
        row_drafts.keep(draft.item, content, by)


def _on_live_row(item: Item, earlier: dict[str, Any]) -> Content:
    live = snapshot.read(item.concrete)
    return row_drafts.merge(earlier["base"], earlier["content"], live)


def _reason(item_id: int, draft: RowDraft | None, delivery: Delivery) -> str:
    """Why a draft of the import is not there any more."""
    if draft is not None:
        return f"{draft.by or 'Somebody'} has changed its draft since."
    published = Version.objects.filter(
        item=item_id, reason=Version.Reason.PUBLISHED, at__gte=delivery.received_at
    ).last()
    if published is None:
        return "Its draft was discarded since."
    by = published.by or "somebody"
    return f"{by} has published it since. Its history can restore it."
