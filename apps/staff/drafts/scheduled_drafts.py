"""Drafts that are published at their time, without anybody at the desk."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction

from apps.staff.drafts import draft_decisions, row_drafts
from apps.staff.drafts.draft_decisions import Action
from apps.staff.models import RowDraft


def schedule(draft: RowDraft, at: datetime, by: Any, now: datetime) -> None:
    """Have it published by itself. Raises ValidationError."""
    if reason := row_drafts.fault(draft):
        raise ValidationError(reason)
    if at <= now:
        raise ValidationError("Give a time that is still to come.")
    draft.publish_at = at
    draft.save(update_fields=["publish_at"])
    draft_decisions.record(draft, Action.SCHEDULED, by)


def publish_due(now: datetime) -> int:
    """How many were published; one that cannot be says why among the comments."""
    due = RowDraft.objects.filter(publish_at__lte=now).order_by("publish_at")
    return sum(
        _publish_due(item_id, now) for item_id in due.values_list("item_id", flat=True)
    )


@transaction.atomic
def _publish_due(item_id: int, now: datetime) -> bool:
    draft = row_drafts.lock(item_id)
    if draft is None or draft.publish_at is None or draft.publish_at > now:
        return False
    try:
        row_drafts.publish(draft, draft_decisions.scheduler(draft), is_due=True)
    except ValidationError as error:
        reasons = " ".join(error.messages)
        text = f"The draft was not published at its time: {reasons}"
        row_drafts.say_about(draft, text)
        draft.publish_at = None
        draft.save(update_fields=["publish_at"])
        return False
    return True
