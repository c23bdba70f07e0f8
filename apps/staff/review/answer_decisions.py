"""Which of the staff sent, rewrote or withheld an answer, and when."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.utils import timezone
from django.utils.timesince import timesince

from apps.conversations.models import Conversation, Message
from apps.conversations.review import held_answers
from apps.properties import local_times
from apps.properties.models import Property
from apps.staff.requests import people

# By the act that `held_answers` has stored; {who} may be "somebody who has left".
SENTENCES = {
    "sent": "Approved as it was by {who}",
    "rewritten": "Rewritten and sent by {who}",
    "withheld": "Not sent, by decision of {who}: the guest was promised a colleague",
    "expired": "Expired: nobody decided in time",
}
WRITTEN = "Written and sent by {who}"


@dataclass(frozen=True)
class Decision:
    """original: what the concierge wanted to say, if the guest did not get it."""

    text: str
    original: str


def of(message: Message, place: Property) -> list[Decision]:
    """The oldest first; none for an answer that did not wait."""
    if not message.decisions:
        return []
    ids = {row.get("by") for row in message.decisions} - {None}
    users = User.objects.in_bulk(ids)
    return [_decision(row, users, place) for row in message.decisions]


def _decision(row: dict[str, Any], users: dict[int, User], place: Property) -> Decision:
    original = row.get("original", "")
    is_new = row["act"] == "rewritten" and not original
    sentence = WRITTEN if is_new else SENTENCES[row["act"]]
    who = people.name(users.get(row.get("by", 0))) or "somebody who has left"
    moment = local_times.say_with_zone(datetime.fromisoformat(row["at"]), place)
    return Decision(f"{sentence.format(who=who)} ({moment})", original)


SENT = "Sent to the guest."
DECLINED = "Not sent. The guest is told that a colleague will answer this."
EXPIRED = (
    "Not sent: the time for it had passed, and the guest was asked to call. Your words "
    "are kept here until you leave."
)


def earlier_decision(message: Message) -> str:
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
