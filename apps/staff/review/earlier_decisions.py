"""Tells staff who come second what has become of a held answer, and through whom."""

from __future__ import annotations

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.utils import timezone
from django.utils.timesince import timesince

from apps.conversations.models import Conversation, Message
from apps.conversations.review import held_answers
from apps.staff.requests import people

SENT = "Sent to the guest."
DECLINED = "Not sent. The guest is told that a colleague will answer this."
EXPIRED = (
    "Not sent: the time for it had passed, and the guest was asked to call. Your words "
    "are kept here until you leave."
)


def problem(message: Message) -> str:
    """Why a decision on a held answer has not taken effect."""
    message.refresh_from_db()
    if message.kind == held_answers.EXPIRED:
        return EXPIRED
    entry = _newest_entry(message)
    who = people.name(entry.user) if entry else "Somebody else"
    when = f" {timesince(entry.action_time, timezone.now())} ago" if entry else ""
    if message.kind == held_answers.WAITING:
        act = "has decided not to send this answer: the guest waits for a colleague's"
    else:
        act = "has already sent an answer"
    return f"{who} {act}{when}. Your words are kept here until you leave."


def _newest_entry(message: Message) -> LogEntry | None:
    entries = LogEntry.objects.filter(
        content_type=ContentType.objects.get_for_model(Conversation),
        object_id=str(message.conversation_id),
        change_message__in=(SENT, DECLINED),
    )
    return entries.select_related("user").order_by("-action_time").first()
