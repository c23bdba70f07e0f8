"""What the guest of a conversation has asked the staff for, and what became of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from apps.conversations.models import Conversation
from apps.privacy.redaction import redact
from apps.reservations.models import Request
from apps.staff.requests import decisions

READ_REQUESTS = "reservations.view_request"


@dataclass(frozen=True)
class RequestHistory:
    """A request. steps: a sentence for each, without personal data."""

    name: str
    url: str
    steps: tuple[str, ...]


def of(conversation: Conversation, user: Any) -> list[RequestHistory]:
    """The oldest first; empty for those who may not see requests."""
    if not user.has_perm(READ_REQUESTS):
        return []
    rows = Request.objects.filter(thread_id=conversation.pk).order_by("created_at")
    rows = rows.select_related("property", "reservation__item")
    return [_history(row) for row in rows.prefetch_related("steps__staff")]


def _history(row: Request) -> RequestHistory:
    steps = (redact(decisions.sentence(step, row)) for step in row.steps.all())
    url = reverse("admin:reservations_request_change", args=[row.pk])
    return RequestHistory(row.get_kind_display(), url, tuple(steps))
