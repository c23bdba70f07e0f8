"""The words of a notification: what waits, and where. Never a guest's words or name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings

from apps.notifications import sources, topics
from apps.notifications.models import Channel, Notification
from apps.notifications.topics import Topic

MOST_LINKS = 20
INSTALLATION = "The concierge"


@dataclass(frozen=True)
class Message:
    """links: absolute; none where the site does not know its own address."""

    subject: str
    links: tuple[str, ...]
    unlisted_count: int = 0

    def lines(self) -> list[str]:
        unlisted = f"And {self.unlisted_count} more." if self.unlisted_count else ""
        where = [] if self.links else ["Look in the admin."]
        return [*self.links, *where, *([unlisted] if unlisted else [])]

    def plain_text(self) -> str:
        return "\n".join([f"{self.subject}.", "", *self.lines(), ""])


def write(rows: Sequence[Notification]) -> Message:
    """One message of notifications that share recipient, topic and property."""
    first = rows[0]
    where = first.property.name if first.property else INSTALLATION
    subject = f"{where}: {topics.title(first.topic, len(rows))}"
    links = tuple(_link(row) for row in rows[:MOST_LINKS]) if settings.SITE_URL else ()
    return Message(subject, links, max(len(rows) - MOST_LINKS, 0))


def payload(message: Message, channel: str) -> dict[str, Any]:
    """What the webhook of Slack, or of a Teams workflow, accepts."""
    if channel == Channel.SLACK:
        return {"text": _slack_text("\n".join([message.subject, *message.lines()]))}
    card = {
        "type": "AdaptiveCard",
        "$schema": "http://adaptivecards.io/schemas/adaptive-card.json",
        "version": "1.4",
        "body": [
            {"type": "TextBlock", "text": text, "wrap": True}
            for text in [message.subject, *message.lines()]
        ],
    }
    kind = "application/vnd.microsoft.card.adaptive"
    return {
        "type": "message",
        "attachments": [{"contentType": kind, "contentUrl": None, "content": card}],
    }


def _link(row: Notification) -> str:
    return f"{settings.SITE_URL.rstrip('/')}{_path(row)}"


def _path(row: Notification) -> str:
    if row.topic == Topic.TEST:
        return "/admin/"
    return sources.by_topic()[row.topic].address(row.row_id)


def _slack_text(text: str) -> str:
    """A property's name is no markup, and calls nobody."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
