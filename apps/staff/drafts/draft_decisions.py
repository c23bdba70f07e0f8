"""Who approved, scheduled, published or discarded a draft. The only writer of
`DraftDecision`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import QuerySet

from apps.catalog.models import Item
from apps.properties import local_times
from apps.properties.models import Property
from apps.staff.drafts import draft_changes
from apps.staff.models import DraftDecision, RowDraft, Version
from apps.staff.requests import people

Action = DraftDecision.Action
VERBS = {
    Action.APPROVED: "approved {}",
    Action.SCHEDULED: "scheduled {} for {}",
    Action.PUBLISHED: "published {}",
    Action.DISCARDED: "discarded {}",
}
# Of a draft that asks for the deletion of its row.
VERBS_OF_DELETION = {**VERBS, Action.PUBLISHED: "carried out {}"}
ENDS = frozenset({Action.PUBLISHED, Action.DISCARDED})
# Of versions: what a draft leads to.
OUTCOMES = frozenset({Version.Reason.PUBLISHED, Version.Reason.DELETED})
MOST_SHOWN = 100
LEFT = "somebody who has left"


def record(draft: RowDraft, action: str, by: Any) -> None:
    """by: None for a draft that is published at its time."""
    DraftDecision.objects.create(
        property_id=draft.property_id,
        item=draft.item_id,
        action=action,
        is_deletion=draft.is_deletion,
        by=by,
        author=draft.by,
        publish_at=draft.publish_at if action == Action.SCHEDULED else None,
    )


def newest(item_id: int) -> DraftDecision | None:
    return _of_row(item_id).first()


def by_version(
    place: Property, item_id: int, versions: Iterable[Version]
) -> dict[int | None, list[str]]:
    """The sentences by the id of the version that each draft led to; None for those
    about drafts that have led to none yet.

    versions: of the row while it belongs to the place, the newest first.
    """
    outcomes = [version for version in versions if version.reason in OUTCOMES]
    sentences: dict[int | None, list[str]] = {}
    for decision in _of_row(item_id).filter(property=place)[:MOST_SHOWN]:
        later = [version.pk for version in outcomes if version.at >= decision.at]
        key = later[-1] if later else None
        sentences.setdefault(key, []).append(sentence(decision))
    return sentences


def _of_row(item_id: int) -> QuerySet[DraftDecision]:
    """The newest first."""
    rows = DraftDecision.objects.select_related("property", "by", "author")
    return rows.filter(item=item_id)


def scheduler(draft: RowDraft) -> Any:
    """Who has given it its time; its author where nobody is known."""
    rows = DraftDecision.objects.filter(item=draft.item_id, action=Action.SCHEDULED)
    decision = rows.select_related("by").first()
    return (decision and decision.by) or draft.by


def sentence(decision: DraftDecision) -> str:
    """“nora approved the draft of sam (Nov. 27, 2026, 7:30 PM).”"""
    place, author = decision.property, people.name(decision.author)
    who = people.name(decision.by) or LEFT
    if decision.is_deletion:
        draft = f"the deletion that {author or LEFT} asked for"
    else:
        draft = f"the draft of {author}" if author else "the draft"
    if decision.by is None and decision.action == Action.PUBLISHED:
        who = "The time that was set for it"
    at = decision.publish_at
    time = local_times.say(at, place) if at else ""
    verbs = VERBS_OF_DELETION if decision.is_deletion else VERBS
    act = verbs[Action(decision.action)].format(draft, time)
    return f"{who} {act} ({local_times.say(decision.at, place)})."


def insist_on_read(item: Item, draft: RowDraft | None, digest: str) -> RowDraft:
    """The draft, if it is still as it was read. Raises ValidationError, which says who
    came first.

    draft: of the item, locked by the caller. digest: `draft_changes.digest` of what was
    read.
    """
    if draft is None:
        raise ValidationError(_why_gone(item))
    if draft_changes.digest(draft) != digest:
        raise ValidationError(_why_changed(draft))
    return draft


def why_approved(draft: RowDraft) -> str:
    """“It is approved already: nora approved the draft of sam (…).”"""
    approval = _of_row(draft.item_id).filter(action=Action.APPROVED).first()
    detail = sentence(approval) if approval else f"{people.name(draft.approved_by)}."
    return f"It is approved already: {detail}"


def _why_gone(item: Item) -> str:
    decision = newest(item.pk)
    if decision is None or decision.action not in ENDS:
        return "The draft was published or discarded while you read it."
    return f"There is no draft any more: {sentence(decision)}"


def _why_changed(draft: RowDraft) -> str:
    """Names who changed it last, or its row since."""
    versions = Version.objects.filter(item=draft.item_id, at__gt=draft.updated_at)
    version = versions.select_related("by").first()
    who = people.name(version.by if version else draft.by)
    when = local_times.say(version.at if version else draft.updated_at, draft.property)
    what = "its row" if version else "it"
    last = f" {who} changed {what} last ({when})." if who else ""
    return f"The draft was changed while you read it.{last} Read it again."
