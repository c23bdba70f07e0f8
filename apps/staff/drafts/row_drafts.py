"""Keeps, approves and publishes drafts of rows. The only writer of `RowDraft`."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.contrib.auth import get_user_model
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.utils.dateparse import parse_datetime

from apps.catalog.models import Item
from apps.properties import flags
from apps.properties.models import Property
from apps.staff.drafts import authors, draft_changes, draft_decisions
from apps.staff.drafts.draft_decisions import Action
from apps.staff.history import row_locks, snapshot, versions
from apps.staff.history.snapshot import Content
from apps.staff.models import Delivery, RowComment, RowDraft, Version

# Of parts that exist in no committed row, so that a form finds them again.
FIRST_TRIED_ID = 2**61
# Of a row and kind, so that rows which are tried together take no ids of each other.
MOST_PARTS = 10_000

MISSED = (
    "The draft was not published at its time, because an import had replaced it, which "
    "is undone now. Give it a new time."
)


def needs_second_person(place: Property) -> bool:
    return flags.needs_second_person(place)


def needs_approval(draft: RowDraft) -> bool:
    return needs_second_person(draft.item.property) and draft.approved_by is None


def waiting_for_second_person() -> QuerySet[RowDraft]:
    """Drafts that nobody has approved, of properties where two have to agree."""
    return RowDraft.objects.filter(approved_by=None, property__in=strict_property_ids())


def strict_property_ids() -> list[int]:
    """Of the properties where two have to agree."""
    places = Property.objects.prefetch_related("feature_flags")
    return [place.pk for place in places if needs_second_person(place)]


def of(item_id: int) -> RowDraft | None:
    drafts = RowDraft.objects.select_related(
        "item__property", "by", "approved_by", "delivery"
    )
    return drafts.filter(item=item_id).first()


def lock(item_id: int) -> RowDraft | None:
    """The draft, which nobody else writes until the transaction ends.

    Whatever writes a row or its draft locks the row first.
    """
    row_locks.lock(Item.objects.filter(pk=item_id))
    return of(item_id)


@transaction.atomic
def keep(
    item: Item,
    content: Content,
    by: Any,
    *,
    earlier_author_ids: Collection[int] = (),
    delivery: Delivery | None = None,
    replaced: Sequence[dict[str, Any]] = (),
) -> RowDraft | None:
    """None where it is the same as the row: then there is nothing to publish.

    earlier_author_ids: of whoever else wrote any of the content. delivery, replaced:
    of a draft that an import writes; see `RowDraft`.
    """
    draft = lock(item.pk)
    live = snapshot.read(item.concrete)
    if content == live:
        RowDraft.objects.filter(item=item.pk).delete()
        return None
    draft = draft or RowDraft(item_id=item.pk)
    draft.property_id, draft.by = item.property_id, by
    draft.base, draft.content, draft.is_deletion = live, content, False
    draft.approved_by = draft.publish_at = None
    draft.earlier_author_ids = sorted({*earlier_author_ids} - {by and by.pk})
    draft.delivery, draft.replaced = delivery, [*replaced]
    draft.save()
    return draft


def restore(
    item: Item,
    state: Mapping[str, Any],
    replaced: Sequence[Mapping[str, Any]],
    now: datetime,
) -> None:
    """Bring back a draft that an import replaced, of `imported_drafts`.

    One whose time to be published has passed meanwhile has none any more.
    """
    users, deliveries = get_user_model().objects, Delivery.objects
    publish_at = parse_datetime(state["publish_at"] or "")
    draft = RowDraft.objects.create(
        item_id=item.pk,
        property_id=item.property_id,
        base=state["base"],
        content=state["content"],
        by=users.filter(pk=state["by"]).first(),
        earlier_author_ids=state["earlier_author_ids"],
        approved_by=users.filter(pk=state["approved_by"]).first(),
        publish_at=publish_at if publish_at and publish_at > now else None,
        delivery=deliveries.filter(pk=state["delivery"]).first(),
        replaced=[*replaced],
    )
    if publish_at and publish_at <= now:
        say_about(draft, MISSED)


def must_wait_to_go(item: Item) -> bool:
    """Whether deleting it takes two: guests see it, or have seen it."""
    if not needs_second_person(item.property):
        return False
    live = Item.Status.LIVE
    shown = Version.objects.filter(item=item.pk, content__fields__status=live)
    return item.status == live or shown.exists()


@transaction.atomic
def ask_to_delete(item: Item, by: Any) -> None:
    """The row stays until a second person agrees. Raises ValidationError."""
    if waiting := lock(item.pk):
        state = "be deleted already" if waiting.is_deletion else "become its draft"
        raise ValidationError(
            f"{item.name} waits to {state}. Publish or discard that first."
        )
    live = snapshot.read(item.concrete)
    RowDraft.objects.create(
        item_id=item.pk,
        property_id=item.property_id,
        base=live,
        content=live,
        is_deletion=True,
        by=by,
    )


def apply_to_row(draft: RowDraft) -> Item:
    """Write the draft into its row; only for transactions that are rolled back.

    Its parts get the same ids each time.
    """
    item = draft.item.concrete
    first_id = FIRST_TRIED_ID + item.pk * MOST_PARTS
    snapshot.write(item, draft_changes.merged(draft), first_id=first_id)
    return item


def fault(draft: RowDraft) -> str:
    """Why it cannot be published yet; else empty."""
    if not needs_approval(draft):
        return ""
    who = "Somebody other than its author" if authors.of_draft(draft) else "Somebody"
    return f"{who} has to approve it first."


@transaction.atomic
def publish(draft: RowDraft, by: Any, *, is_due: bool = False) -> Item:
    """The row with the draft's changes, or deleted. Raises ValidationError.

    is_due: it is published at its time, which `by` has set.
    """
    if reason := fault(draft):
        raise ValidationError(reason)
    draft_decisions.record(draft, Action.PUBLISHED, None if is_due else by)
    item = draft.item.concrete
    if draft.is_deletion:
        versions.delete(item, by)
        return item
    content = draft_changes.merged(draft)
    fields = content["fields"]
    is_held = needs_second_person(item.property) and versions.is_held(item)
    if is_held and fields["status"] == Item.Status.DRAFT:
        fields["status"] = Item.Status.LIVE  # its second person has agreed to all of it
    versions.record_initial(item.pk)
    snapshot.write(item, content)
    versions.record(item.pk, by, Version.Reason.PUBLISHED)
    draft.delete()
    return item


def approve(draft: RowDraft, by: Any) -> None:
    """Raises ValidationError where they may not, or somebody has done so already."""
    if reason := authors.objections([draft], by)[draft.pk]:
        raise ValidationError(f"{reason} Somebody else has to approve it.")
    if draft.approved_by:
        raise ValidationError(draft_decisions.why_approved(draft))
    draft.approved_by = by
    draft.save(update_fields=["approved_by"])
    draft_decisions.record(draft, Action.APPROVED, by)


def discard(draft: RowDraft, by: Any) -> None:
    draft_decisions.record(draft, Action.DISCARDED, by)
    draft.delete()


def say_about(draft: RowDraft, text: str) -> None:
    """Among the comments, as the concierge."""
    RowComment.objects.create(property=draft.property, item_id=draft.item_id, text=text)
