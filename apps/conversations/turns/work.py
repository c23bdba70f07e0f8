"""A turn that this process has to answer."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from apps.conversations.models import Message, Turn
from apps.conversations.stream import ending_events
from apps.conversations.stream.local_stream import Stream
from apps.conversations.turns.question import Ask


@dataclass
class Work:
    """attempt: 0 until it runs. wants_stop: the guest has said so. is_closing: its end
    is being stored, so nothing can change it any more."""

    turn_id: UUID
    ask: Ask
    stream: Stream
    attempt: int = 0
    plan: dict[str, Any] | None = None
    wants_stop: bool = False
    is_closing: bool = False
    has_place: bool = field(default=False)

    @property
    def key(self) -> str:
        return str(self.turn_id)

    def announce(self, reason: str = "") -> None:
        """The first events of an attempt; `reason` says why there is another one."""
        ask = self.ask
        self.stream.begin(self.attempt)
        self.stream.publish(ending_events.metadata(ask, self.key))
        if reason:
            self.stream.publish(
                {"type": "reset", "attempt": self.attempt, "reason": reason}
            )


def stored(turn_id: UUID) -> Ask:
    """The question of a turn as its rows hold it."""
    turn = Turn.objects.select_related("conversation").get(pk=turn_id)
    question = turn.messages.get(role=Message.Role.GUEST)
    return Ask(
        property_id=turn.conversation.property_id,
        thread=turn.conversation_id,
        client_id=turn.client_id,
        text=question.text,
        language=question.language,
        channel=turn.conversation.channel,
        at=turn.asked_for,
    )
