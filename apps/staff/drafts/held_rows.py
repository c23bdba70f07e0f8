"""Unpublished rows that wait until somebody other than their author publishes them."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import OuterRef, QuerySet, Subquery

from apps.catalog.models import Item
from apps.staff.drafts import authors, row_drafts
from apps.staff.history import versions
from apps.staff.models import Version


class NeedsSecondPersonError(ValidationError):
    """Nobody but its authors would have read the row."""


def waiting() -> QuerySet[Item]:
    """Of properties where two have to agree, with `held_at` and `held_by_id`."""
    newest = Version.objects.filter(item=OuterRef("pk")).order_by("-id")
    rows = Item.objects.filter(
        status=Item.Status.DRAFT, property__in=row_drafts.strict_property_ids()
    )
    annotated = rows.annotate(
        newest_reason=Subquery(newest.values("reason")[:1]),
        held_at=Subquery(newest.values("at")[:1]),
        held_by_id=Subquery(newest.values("by")[:1]),
    )
    return annotated.filter(newest_reason=Version.Reason.HELD)  # type: ignore[no-any-return]


def author_name(item: Item) -> str:
    """Who wrote it last; of a table that no person handed in, where it came from."""
    versions_with_names = Version.objects.select_related("by", "delivery")
    newest = versions_with_names.filter(item=item.pk).first()
    return authors.name(newest) if newest else ""


def insist_on_second_person(item: Item, by: Any) -> None:
    """Raises ValidationError; NeedsSecondPersonError where it is an author's."""
    if not row_drafts.needs_second_person(item.property):
        return
    reason = objection(item, by)
    if reason:
        is_author = by.pk in authors.of_row(item)
        error = NeedsSecondPersonError if is_author else ValidationError
        raise error(reason)


def objection(item: Item, by: Any) -> str:
    """Why they may not publish the row; empty where they may."""
    reason = authors.objections_to_rows([item], by)[item.pk]
    return reason and f"{reason} Somebody else has to publish it."


def hold_back(item: Item) -> bool:
    """Whether a new row, not saved yet, becomes a draft because two have to agree."""
    is_live = item.status == Item.Status.LIVE
    if not is_live or not row_drafts.needs_second_person(item.property):
        return False
    item.status = Item.Status.DRAFT
    return True


def hold(item: Item, by: Any) -> None:
    """Its author wants it to be live, so that others hear that it waits for them."""
    if item.status == Item.Status.DRAFT:
        versions.record(item.pk, by, Version.Reason.HELD)
