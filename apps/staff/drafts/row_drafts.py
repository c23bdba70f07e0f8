"""Keeps, approves and publishes drafts of rows. The only writer of `RowDraft`."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from apps.catalog.models import Item
from apps.properties import flags
from apps.properties.models import Property
from apps.staff.history import difference, snapshot, versions
from apps.staff.history.snapshot import Content
from apps.staff.models import Delivery, RowComment, RowDraft, Version

log = logging.getLogger(__name__)
# Of parts that exist in no committed row, so that a form finds them again.
FIRST_TRIED_ID = 2**61
# Of a row and kind, so that rows which are tried together take no ids of each other.
MOST_PARTS = 10_000


def needs_second_person(place: Property) -> bool:
    return flags.needs_second_person(place)


def waiting_for_second_person() -> QuerySet[RowDraft]:
    """Drafts that nobody has approved, of properties where two have to agree."""
    return RowDraft.objects.filter(approved_by=None, property__in=strict_property_ids())


def strict_property_ids() -> list[int]:
    """Of the properties where two have to agree."""
    places = Property.objects.prefetch_related("feature_flags")
    return [place.pk for place in places if needs_second_person(place)]


def of(item_id: int) -> RowDraft | None:
    drafts = RowDraft.objects.select_related("item__property", "by", "approved_by")
    return drafts.filter(item=item_id).first()


@transaction.atomic
def keep(
    item: Item,
    content: Content,
    by: Any,
    delivery: Delivery | None = None,
    replaced: Content | None = None,
) -> RowDraft | None:
    """None where it is the same as the row: then there is nothing to publish.

    delivery, replaced: of a draft that an import writes; see `RowDraft`.
    """
    live = snapshot.read(item.concrete)
    draft = RowDraft.objects.select_for_update().filter(item=item.pk).first()
    if content == live:
        RowDraft.objects.filter(item=item.pk).delete()
        return None
    draft = draft or RowDraft(item_id=item.pk)
    draft.property_id, draft.by = item.property_id, by
    draft.base, draft.content, draft.is_deletion = live, content, False
    draft.approved_by = draft.publish_at = None
    draft.delivery, draft.replaced = delivery, replaced
    draft.save()
    return draft


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
    if waiting := of(item.pk):
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


def merged(draft: RowDraft) -> Content:
    """What the draft has changed, on the row as it is now."""
    return _merged(draft, snapshot.read(draft.item.concrete))


def _merged(draft: RowDraft, now: Content) -> Content:
    return merge(draft.base, draft.content, now)


def merge(base: Content, content: Content, now: Content) -> Content:
    """What has changed from `base` to `content`, on the row as it is now."""
    parts = {name: _newer(name, base, content, now) for name in content}
    parts["fields"] = {
        name: _newer(name, base["fields"], content["fields"], now["fields"])
        for name in content["fields"]
    }
    return parts


def _newer(name: str, base: Content, content: Content, now: Content) -> Any:
    is_changed = content[name] != base.get(name)
    return content[name] if is_changed else now.get(name, content[name])


def changes(drafts: Iterable[RowDraft]) -> list[list[difference.Change]]:
    """What publishing each would change in its row as it is now.

    It takes as many queries for many drafts as for one. Moments are on the clock of the
    row's property.
    """
    drafts = list(drafts)
    rows = snapshot.load(draft.item for draft in drafts)
    pairs = [_live_and_coming(draft, rows[draft.item_id]) for draft in drafts]
    names = difference.names_of(version for pair in pairs for version in pair)
    return [
        _changes(draft, pair, names) for draft, pair in zip(drafts, pairs, strict=True)
    ]


def _live_and_coming(draft: RowDraft, row: Item) -> tuple[Version, Version]:
    category, live = snapshot.category_of(row), snapshot.read(row)
    return (
        Version(category=category, content=live),
        Version(category=category, content=_merged(draft, live)),
    )


def _changes(
    draft: RowDraft, pair: tuple[Version, Version], names: difference.Names
) -> list[difference.Change]:
    with timezone.override(draft.item.property.zone):
        return difference.changes(*pair, names)


def changed_twice(draft: RowDraft) -> list[str]:
    """Fields and parts that somebody has changed in the live row as well since."""
    now = snapshot.read(draft.item.concrete)
    triples = [
        (name, draft.base["fields"], draft.content["fields"], now["fields"])
        for name in draft.content["fields"]
    ]
    parts = (name for name in draft.content if name != "fields")
    triples += [(name, draft.base, draft.content, now) for name in parts]
    return [
        name
        for name, base, content, live in triples
        if base.get(name) not in (content[name], live.get(name))
        and content[name] != live.get(name)
    ]


def apply_to_row(draft: RowDraft) -> Item:
    """Write the draft into its row; only for transactions that are rolled back.

    Its parts get the same ids each time.
    """
    item = draft.item.concrete
    first_id = FIRST_TRIED_ID + item.pk * MOST_PARTS
    snapshot.write(item, merged(draft), first_id=first_id)
    return item


def fault(draft: RowDraft) -> str:
    """Why it cannot be published yet; else empty."""
    if needs_second_person(draft.item.property) and draft.approved_by is None:
        return "Somebody other than its author has to approve it first."
    return ""


@transaction.atomic
def publish(draft: RowDraft, by: Any) -> Item:
    """The row with the draft's changes, or deleted. Raises ValidationError."""
    if reason := fault(draft):
        raise ValidationError(reason)
    item = draft.item.concrete
    if draft.is_deletion:
        versions.delete(item, by)
        return item
    versions.record_initial(item.pk)
    snapshot.write(item, merged(draft))
    versions.record(item.pk, by, Version.Reason.PUBLISHED)
    draft.delete()
    return item


def schedule(draft: RowDraft, at: datetime, now: datetime) -> None:
    """Have it published by itself. Raises ValidationError."""
    if reason := fault(draft):
        raise ValidationError(reason)
    if at <= now:
        raise ValidationError("Give a time that is still to come.")
    draft.publish_at = at
    draft.save(update_fields=["publish_at"])


def approve(draft: RowDraft, by: Any) -> None:
    """Raises ValidationError for an author of it."""
    if by.pk in draft.author_ids():
        raise ValidationError("You wrote it. Somebody else has to approve it.")
    draft.approved_by = by
    draft.save(update_fields=["approved_by"])


def publish_due(now: datetime) -> int:
    """How many were published; one that cannot be says why among the comments."""
    due = RowDraft.objects.filter(publish_at__lte=now).select_for_update(
        skip_locked=True, of=("self",)
    )
    count = 0
    with transaction.atomic():
        for draft in due.select_related("item__property", "by", "approved_by"):
            count += _publish_due(draft)
    return count


def _publish_due(draft: RowDraft) -> bool:
    try:
        publish(draft, draft.by)
    except ValidationError as error:
        text = f"The draft was not published at its time: {' '.join(error.messages)}"
        RowComment.objects.create(
            property=draft.property, item_id=draft.item_id, text=text
        )
        draft.publish_at = None
        draft.save(update_fields=["publish_at"])
        return False
    return True
