"""Answers that staff read before guests do. The one writer of what is held.

What needs nobody's approval is said at once: greetings, refusals, help in danger.
"""

from __future__ import annotations

from typing import Any

from apps.concierge import replies
from apps.concierge.context import Resort
from apps.conversations.models import Message
from apps.conversations.turns.active_turn import Answer

WAITING = "waiting"
# Routes whose answers are written for this question.
WRITTEN = frozenset({"property_qa", "hours_schedule", "ambiguous"})


def hold(answer: Answer, route: str, resort: Resort, language: str) -> Answer:
    """What the guest is told meanwhile, with the answer inside it; or the answer."""
    if answer.kind != "answer" or route not in WRITTEN:
        return answer
    text = replies.say("approval", language, property=resort.name, phone=resort.phone)
    return Answer(text, kind=WAITING, held=answer)


def waiting(rows: Any = None) -> Any:
    """Answers that nobody has decided on, the oldest first."""
    found = Message.objects.all() if rows is None else rows
    return found.filter(kind=WAITING, held__isnull=False).order_by("created_at")


def approve(message: Message, text: str = "") -> bool:
    """Shows the answer to the guest, as staff have mended it; False when decided."""
    held = message.held or {}
    return _decide(
        message,
        text=text.strip() or held.get("text", ""),
        kind="answer",
        **{name: list(held.get(name, ())) for name in PARTS},
    )


def refuse(message: Message) -> bool:
    """The guest is led to the telephone instead."""
    place = message.conversation.property
    text = replies.say(
        "unknown", message.language, property=place.name, phone=place.phone
    )
    return _decide(message, text=text, kind="notice")


PARTS = ("sources", "citations", "cards", "followups", "help")


def _decide(message: Message, **shown: Any) -> bool:
    """The first decision counts."""
    row = Message.objects.filter(pk=message.pk, kind=WAITING)
    return bool(row.update(**shown, held=None))
