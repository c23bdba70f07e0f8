"""Answers that staff approve before guests read them. Only this module writes them.

Greetings, refusals and help in danger need no approval and are sent at once.
"""

from __future__ import annotations

from typing import Any

from django.dispatch import Signal

from apps.concierge import replies
from apps.concierge.context import Resort
from apps.conversations.models import Message
from apps.conversations.turns.active_turn import Answer

WAITING = "waiting"
# Sent with `message_id` once a guest may read an answer, for doors whose guests do not
# look at a page.
decided = Signal()
# Routes whose answers need approval; the others send fixed sentences.
ROUTES_TO_APPROVE = frozenset({"property_qa", "hours_schedule", "ambiguous"})


def hold(answer: Answer, route: str, resort: Resort, language: str) -> Answer:
    """A notice that holds the answer for staff; or the answer, if it needs none."""
    if answer.kind != "answer" or route not in ROUTES_TO_APPROVE:
        return answer
    text = replies.say("approval", language, property=resort.name, phone=resort.phone)
    return Answer(text, kind=WAITING, held=answer)


def waiting(rows: Any = None) -> Any:
    """Answers that wait for a decision, the oldest first."""
    messages = Message.objects.all() if rows is None else rows
    return messages.filter(kind=WAITING, held__isnull=False).order_by("created_at")


def approve(message: Message, text: str = "") -> bool:
    """Shows the answer, with the text of staff if given; False if already decided."""
    held = message.held or {}
    return _decide(
        message,
        text=text.strip() or held.get("text", ""),
        kind="answer",
        **{name: list(held.get(name, ())) for name in PARTS},
    )


def refuse(message: Message) -> bool:
    """Shows the phone number instead of the answer; False if already decided."""
    place = message.conversation.property
    text = replies.say(
        "unknown", message.language, property=place.name, phone=place.phone
    )
    return _decide(message, text=text, kind="notice")


PARTS = ("sources", "citations", "cards", "followups", "help")


def _decide(message: Message, **shown: Any) -> bool:
    """Only the first decision takes effect."""
    row = Message.objects.filter(pk=message.pk, kind=WAITING)
    is_first = bool(row.update(**shown, held=None))
    if is_first:
        decided.send(Message, message_id=message.pk)
    return is_first
