"""What guests think of answers. The one writer of feedback."""

from __future__ import annotations

from uuid import UUID

from apps.conversations.models import Conversation, Feedback, Turn
from apps.privacy.redaction import redact


def keep(
    thread: UUID, turn_id: UUID | None, rating: int, reason: str, comment: str
) -> bool:
    """Stores a rating, the last one of a turn; False for an unknown thread or turn."""
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
    return True
