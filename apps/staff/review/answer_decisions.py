"""Says who of the staff sent, rewrote or withheld an answer, and when."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User

from apps.conversations.models import Message
from apps.properties.models import Property
from apps.staff.admin.conversations import resort_time
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
    moment = resort_time.say(datetime.fromisoformat(row["at"]), place)
    return Decision(f"{sentence.format(who=who)} ({moment})", original)
