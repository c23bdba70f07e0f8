"""Drafts that an import writes where a second person publishes, and their undo."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from apps.catalog.models import Item
from apps.staff.drafts import authors, draft_changes, row_drafts
from apps.staff.history import snapshot
from apps.staff.history.snapshot import Content
from apps.staff.history.versions import UndoResult
from apps.staff.models import Delivery, RowComment, RowDraft, Version

WAITS_TO_GO = "It waits to be deleted. Publish or discard that first."
# Imports in a row whose drafts are remembered; the draft of a person always is.
MOST_REPLACED = 5
States = list[dict[str, Any]]


@dataclass(frozen=True)
class DraftUpdate:
    """A draft with the changes of a table. names: the fields and parts that are other
    than before. removed: the drafts that are gone, if nothing is left to publish."""

    names: set[str]
    removed: States


@transaction.atomic
def keep(
    item: Item, content: Content, on_draft: Content | None, delivery: Delivery | None
) -> DraftUpdate | None:
    """None where nothing has changed. Raises ValidationError.

    content, on_draft: the row, and the row with the draft that waits, each with the
    changes of a table. That draft keeps what the table does not change, unless an
    import wrote it and this one takes it back.
    """
    draft = row_drafts.lock(item.pk)
    if draft and draft.is_deletion:
        raise ValidationError(WAITS_TO_GO)
    live = snapshot.read(item.concrete)
    earlier = live
    if draft:
        earlier = draft_changes.merge(draft.base, draft.content, live)
    coming = draft_changes.merge(live, content, earlier)
    if draft and on_draft:
        of_people = _drafted_by_people(draft, live)
        coming = _with_taken_back(coming, live, on_draft, of_people)
    if coming == earlier:
        return None
    replaced = [_as_json(draft), *draft.replaced] if draft else []
    new = row_drafts.keep(
        item,
        coming,
        delivery.by if delivery else None,
        earlier_author_ids=draft.author_ids() if draft else (),
        delivery=delivery,
        replaced=_newest(replaced, MOST_REPLACED),
    )
    if draft and delivery and new is None:
        _say_that_it_is_gone(draft, delivery)
    return DraftUpdate(_changed(earlier, coming), [] if new else _newest(replaced, 1))


def _changed(earlier: Content, coming: Content) -> set[str]:
    parts = {name for name in coming if coming[name] != earlier.get(name)}
    old, new = earlier["fields"], coming["fields"]
    return parts | {name for name in new if new[name] != old.get(name)}


def undo(delivery: Delivery, result: UndoResult) -> None:
    """Discards the drafts of an import, or puts back what they replaced.

    Those that somebody has published, changed or discarded since are left alone.
    """
    for row in delivery.results:
        item_id = row.get("draft_of")
        if item_id is None or row["outcome"] == "new":
            continue
        draft, item = row_drafts.lock(item_id), Item.objects.filter(pk=item_id).first()
        removed: States = row.get("removed_drafts") or []
        since = parse_datetime(row.get("removed_at") or "") or delivery.received_at
        if draft and draft.delivery_id == delivery.pk:
            draft.delete()
            _put_back(draft.item, draft.replaced)
            result.count += 1
        elif item and removed and not (draft or _published(item_id, since)):
            _put_back(item, removed)
            result.count += 1
        else:
            result.skipped[row["name"]] = _reason(item_id, draft, since)


def _drafted_by_people(draft: RowDraft, live: Content) -> Content:
    """The row with what people have drafted, before imports wrote to the draft."""
    for state in (_as_json(draft), *draft.replaced):
        if state["delivery"] is None:
            return draft_changes.merge(state["base"], state["content"], live)
    return live


def _with_taken_back(
    coming: Content, live: Content, on_draft: Content, of_people: Content
) -> Content:
    """`coming`, but as people have drafted it where the table says again what is
    live."""
    parts = {
        name: of_people[name] if on_draft[name] == live.get(name) else value
        for name, value in coming.items()
    }
    names = coming["fields"].items()
    parts["fields"] = {
        name: of_people["fields"][name]
        if on_draft["fields"][name] == live["fields"].get(name)
        else value
        for name, value in names
    }
    return parts


def _as_json(draft: RowDraft) -> dict[str, Any]:
    """What `row_drafts.restore` needs."""
    publish_at = draft.publish_at
    return {
        "base": draft.base,
        "content": draft.content,
        "by": draft.by_id,
        "earlier_author_ids": draft.earlier_author_ids,
        "delivery": str(draft.delivery_id) if draft.delivery_id else None,
        "approved_by": draft.approved_by_id,
        "publish_at": publish_at.isoformat() if publish_at else None,
    }


def _newest(states: States, most: int) -> States:
    """As many, and what people had drafted before all of them."""
    by_people = [state for state in states[most:] if state["delivery"] is None]
    return [*states[:most], *by_people]


def _put_back(item: Item, states: Sequence[dict[str, Any]]) -> None:
    if states:
        row_drafts.restore(item, states[0], states[1:], timezone.now())


def _say_that_it_is_gone(draft: RowDraft, delivery: Delivery) -> None:
    text = (
        f"An import ({delivery.get_origin_display()}) says again what guests see, so "
        f"the draft of {authors.name(draft) or 'somebody who has left'} is gone. "
        "Undoing that import brings it back."
    )
    RowComment.objects.create(
        property=draft.property, item_id=draft.item_id, by=delivery.by, text=text
    )


def _published(item_id: int, since: datetime) -> Version | None:
    """The version that somebody has published since then."""
    published = Version.objects.filter(
        item=item_id, reason=Version.Reason.PUBLISHED, at__gte=since
    )
    return published.last()


def _reason(item_id: int, draft: RowDraft | None, since: datetime) -> str:
    """Why a draft of the import is not there any more."""
    if draft is not None:
        who = draft.by or ("Another import" if draft.delivery else "Somebody")
        return f"{who} has changed its draft since."
    published = _published(item_id, since)
    if published is None:
        return "Its draft was discarded since."
    by = published.by or "somebody"
    return f"{by} has published it since. Its history can restore it."
