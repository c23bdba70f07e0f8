"""Feedback of guests. Only this module writes it."""

from __future__ import annotations

import logging
from uuid import UUID

from kombu.exceptions import OperationalError

from apps.concierge.guardrails import checks
from apps.conversations import langfuse_export
from apps.conversations.models import Alert, Conversation, Feedback, Turn
from apps.privacy.redaction import redact

BEST = 5
KINDS = {checks.EMERGENCY: Alert.Kind.EMERGENCY, checks.CRISIS: Alert.Kind.CRISIS}
log = logging.getLogger(__name__)


def save(
    thread: UUID, turn_id: UUID | None, rating: int, reason: str, comment: str
) -> bool:
    """Stores the latest rating of a turn; False for an unknown thread or turn."""
    conversation = Conversation.objects.filter(pk=thread).first()
    turns = Turn.objects.filter(conversation=thread)
    turn = turns.filter(pk=turn_id).first() if turn_id else None
    if conversation is None or (turn_id and turn is None):
        return False
    Feedback.objects.update_or_create(
        conversation=conversation,
        turn=turn,
        defaults={"rating": rating, "reason": reason, "comment": redact(comment)},
    )
    _call_for_help(conversation, turn or turns.order_by("created_at").last(), comment)
    if turn is not None and langfuse_export.is_on():
        _send(turn.pk, rating)
    return True


def _call_for_help(conversation: Conversation, turn: Turn | None, comment: str) -> None:
    """A comment may say that somebody is in danger, and nobody answers it."""
    kind = KINDS.get(checks.urgency(comment)) if comment else None
    if kind is None or turn is None or not conversation.is_from_guest:
        return
    Alert.objects.update_or_create(
        turn=turn,
        defaults={"kind": kind, "seen_at": None, "seen_by": None},
        create_defaults={
            "kind": kind,
            "conversation": conversation,
            "property_id": conversation.property_id,
        },
    )


def _send(turn_id: UUID, rating: int) -> None:
    """A worker sends the rating to LangFuse; without a queue it is not sent."""
    from apps.conversations import tasks  # noqa: PLC0415 - its module asks others

    try:
        tasks.score.delay(turn_id=str(turn_id), name="guest", value=rating)
    except OperationalError:
        log.warning("the task queue is away; a rating is not sent on")
