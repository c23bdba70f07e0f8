"""Answers that staff approve before guests read them. Only this module writes them.

Replies that the records hold nothing wait as well. Greetings, refusals, questions back
and help in danger need no approval and are sent at once.

    waiting --approve--> answer or notice  with the text of staff, if they changed it
    waiting --decline--> waiting           promised: it waits until a colleague answers
    waiting --expire---> expired           the period that it was given has passed

Each step is added to the `decisions` of the message: its `act` (sent, rewritten,
withheld or expired), `at`, the id of who decided (`by`), the `original` text unless
that is what was sent, and the `kind` of one that expired: a "notice" stays a gap.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.dispatch import Signal
from django.utils import timezone

from apps.concierge import replies
from apps.concierge.context import Resort
from apps.conversations.models import Message
from apps.conversations.review import rewritten_answers
from apps.conversations.turns.active_turn import Answer

WAITING, EXPIRED = "waiting", "expired"
# Sent with `message_id` once a guest may read something new in place of an answer, for
# doors whose guests do not look at a page.
decided = Signal()
# Sent with `property_id` once an answer of the property waits, or waits no longer.
changed = Signal()
# Routes whose answers need approval; the others send fixed sentences.
ROUTES_TO_APPROVE = frozenset({"property_qa", "hours_schedule", "ambiguous"})
KINDS_TO_APPROVE = frozenset({"answer", "notice"})
# Purposes of helplines that no guest waits for.
URGENT = frozenset({"emergency", "security", "crisis"})
# When staff promised to answer themselves; in `held`, as the text of a moment.
PROMISED_AT = "promised_at"
# When it expires, by the period of its property when it was held; beside the former.
EXPIRES_AT = "expires_at"


class EmptyAnswer(Exception):  # noqa: N818 - it names the answer
    """There is nothing to send."""


def hold(answer: Answer, route: str, resort: Resort, language: str) -> Answer:
    """A notice that holds the answer for staff; or the answer, if it needs none, as a
    question back to the guest does not.

    Helplines stand beside the notice at once.
    """
    needs_approval = answer.kind in KINDS_TO_APPROVE and route in ROUTES_TO_APPROVE
    asks_back = answer.kind == "notice" and bool(answer.followups or answer.requests)
    if not needs_approval or asks_back or _is_urgent(answer, resort):
        return answer
    text = replies.say("approval", language, property=resort.name, phone=resort.phone)
    return Answer(text, kind=WAITING, help=answer.help, held=answer)


def _is_urgent(answer: Answer, resort: Resort) -> bool:
    """Whether somebody may be in danger: then its words matter like its helplines."""
    numbers = {line.phone_href for line in resort.helplines if line.purpose in URGENT}
    return any(item["tel"] in numbers for item in answer.help)


def announce(property_id: int) -> None:
    """Tell who looks on that the answers that wait have changed."""
    changed.send(Message, property_id=property_id)


def waiting(rows: Any = None) -> Any:
    """Answers that wait for a decision, the oldest first."""
    messages = Message.objects.all() if rows is None else rows
    return messages.filter(kind=WAITING, held__isnull=False).order_by("created_at")


def promised_at(message: Message) -> str:
    """When staff declined it and promised an answer of theirs, or empty."""
    return str((message.held or {}).get(PROMISED_AT, ""))


def expires_at(message: Message) -> datetime | None:
    """None once a colleague was promised: the guest goes on waiting for that answer."""
    if promised_at(message):
        return None
    if expires_at := (message.held or {}).get(EXPIRES_AT):
        return datetime.fromisoformat(expires_at)
    # A process of the release before has stored it, during a deployment.
    minutes = message.conversation.property.approval_minutes
    return message.created_at + timedelta(minutes=minutes)


def expired_since(moment: datetime) -> Any:
    """Answers that were asked for since then and expired, the newest first."""
    rows = Message.objects.filter(kind=EXPIRED, created_at__gte=moment)
    return rows.order_by("-created_at")


def approve(message: Message, text: str, by: Any = None) -> bool:
    """Shows the answer with this text; False if somebody has decided since it was read.

    What the text no longer says loses its source. Raises EmptyAnswer.
    """
    text = text.replace("\r\n", "\n").strip()
    if not text:
        raise EmptyAnswer
    held = message.held or {}
    shown = rewritten_answers.parts(held, text)
    is_original = text == held.get("text", "")
    decisions = _with(message, "sent" if is_original else "rewritten", by)
    # One that the records do not answer stays a gap, unless staff answer it themselves.
    kind = held.get("kind", "answer") if is_original else "answer"
    return _change(message, kind=kind, held=None, decisions=decisions, **shown)


def decline(message: Message, by: Any = None) -> bool:
    """Tells the guest that a colleague answers; False if somebody has decided.

    The answer goes on waiting, without the words that staff did not want, until a
    colleague writes one.
    """
    if promised_at(message):
        return False
    text = _say("colleague_answers", message)
    held = {"text": "", PROMISED_AT: timezone.now().isoformat()}
    decisions = _with(message, "withheld", by)
    return _change(message, text=text, held=held, decisions=decisions)


def expire(now: datetime) -> int:
    """Tells guests kindly that nobody could look at their answers; returns how many."""
    rows = waiting().select_related("conversation__property")
    ends = ((row, expires_at(row)) for row in rows)
    return sum(_expire(row) for row, ends_at in ends if ends_at and ends_at <= now)


def _expire(message: Message) -> bool:
    """Only where nobody has decided: who was promised a colleague still waits."""
    text = _say("approval_expired", message)
    decisions = _with(message, "expired", None)
    decisions[-1]["kind"] = (message.held or {}).get("kind", "answer")
    return _change(message, text=text, kind=EXPIRED, held=None, decisions=decisions)


def _with(message: Message, act: str, by: Any) -> list[dict[str, Any]]:
    """The decisions on a message with a new one."""
    decision = {"act": act, "at": timezone.now().isoformat()}
    if by is not None:
        decision["by"] = by.pk
    original = (message.held or {}).get("text", "")
    if original and act != "sent":
        decision["original"] = original
    return [*message.decisions, decision]


def _say(reply: str, message: Message) -> str:
    place = message.conversation.property
    return replies.say(reply, message.language, property=place.name, phone=place.phone)


def _change(message: Message, **fields: Any) -> bool:
    """Only what was decided on the newest state takes effect."""
    row = Message.objects.filter(pk=message.pk, kind=WAITING, held=message.held)
    is_changed = bool(row.update(**fields))
    if is_changed:
        decided.send(Message, message_id=message.pk)
        announce(message.conversation.property_id)
    return is_changed
