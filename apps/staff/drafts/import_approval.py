"""A second person reads all that an import left waiting, and approves or publishes it.

What was read is told by row: `draft_changes.digest` of a draft, and the id of the
version of a new row. Whatever has changed since is left for another reading.
"""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import OuterRef, QuerySet, Subquery

from apps.catalog.demo.rows import SECTIONS
from apps.catalog.models import Item
from apps.staff.drafts import draft_decisions, held_rows, row_drafts
from apps.staff.models import Delivery, RowDraft, Version

CHANGED = "It was changed while you read it. Read it again."


def drafts(delivery: Delivery) -> QuerySet[RowDraft]:
    """Those of the import that nobody has changed, published or discarded since."""
    rows = delivery.row_drafts.select_related(
        "item__property", "by", "approved_by", "delivery"
    )
    with_flags = rows.prefetch_related("item__property__feature_flags")
    return with_flags.order_by("item__name", "pk")


def publishable(delivery: Delivery) -> QuerySet[RowDraft]:
    """Without those that somebody has given a time, which they keep."""
    return drafts(delivery).filter(publish_at=None)


def new_rows(delivery: Delivery) -> QuerySet[Any]:
    """New rows of the import that wait as it wrote them, with `version_id`."""
    return _held_rows(delivery).filter(draft=None)


def new_rows_with_draft(delivery: Delivery) -> QuerySet[Any]:
    """New rows with a draft that somebody has written since; publishing the draft makes
    the row live."""
    drafted = _held_rows(delivery).exclude(draft=None)
    return drafted.exclude(draft__delivery=delivery.pk)


def _held_rows(delivery: Delivery) -> QuerySet[Any]:
    new_ids = [row.get("draft_of") for row in delivery.results]
    newest = Version.objects.filter(item=OuterRef("pk")).order_by("-id")
    rows = held_rows.waiting().filter(pk__in=[key for key in new_ids if key])
    with_version = rows.annotate(
        version_id=Subquery(newest.values("pk")[:1]),
        version_delivery=Subquery(newest.values("delivery")[:1]),
    )
    return with_version.filter(version_delivery=delivery.pk).order_by("name", "pk")


def waiting_count(delivery: Delivery) -> int:
    """How many rows wait on the page of the import, without new rows that have a draft;
    or would, once a preview is applied."""
    if delivery.state != Delivery.State.PREVIEW:
        return drafts(delivery).count() + new_rows(delivery).count()
    return sum(
        row.get("draft_of") is not None and not row.get("removed_drafts")
        for row in delivery.results
    )


def unpublished(delivery: Delivery) -> QuerySet[Item]:
    """Rows that it wrote and that guests do not see, but that need no second person."""
    rows = Item.objects.filter(
        pk__in=delivery.versions.values("item"),
        property=delivery.property,
        status=Item.Status.DRAFT,
    )
    return rows.exclude(pk__in=held_rows.waiting().values("pk"))


def unpublished_count(delivery: Delivery) -> int:
    """How many; or how many new ones would be, once a preview is applied."""
    if delivery.category not in SECTIONS:
        return 0
    if delivery.state != Delivery.State.PREVIEW:
        return unpublished(delivery).count()
    live = Item.Status.LIVE
    return sum(
        row["outcome"] == "new" and row["changes"].get("status", [""])[-1] != live
        for row in delivery.results
    )


def approve(item: Item, read: str, by: Any) -> None:
    """Raises ValidationError. The row is locked."""
    row_drafts.approve(_draft(item, read), by)


def publish(item: Item, read: str, by: Any) -> None:
    """Approves it as well, where two have to agree. Raises ValidationError."""
    draft = _draft(item, read)
    if row_drafts.fault(draft):
        row_drafts.approve(draft, by)
    row_drafts.publish(draft, by)


def insist_on_new_row(item: Item, read: str, by: Any) -> None:
    """Raises ValidationError unless it may be published as it was read."""
    newest = Version.objects.filter(item=item.pk).first()
    if newest is None or str(newest.pk) != read:
        raise ValidationError(CHANGED)
    held_rows.insist_on_second_person(item, by)


def _draft(item: Item, read: str) -> RowDraft:
    return draft_decisions.insist_on_read(item, row_drafts.of(item.pk), read)
