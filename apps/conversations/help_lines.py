"""The numbers for guests whose message cannot be sent or answered."""

from __future__ import annotations

from apps.concierge import replies
from apps.conversations.turns import graph_context
from apps.properties import remembered_phones
from apps.properties.models import Property

# Nobody knows what the message says, so there is a number for each kind of danger.
PURPOSES = ("emergency", "security", "crisis", "gambling")


def of(place: Property, language: str) -> list[dict[str, str]]:
    """Lines to call or to text, as answers show them; a website needs a connection."""
    helplines = graph_context.resort(place).helplines
    lines = [
        line for purpose in PURPOSES for line in helplines if line.purpose == purpose
    ]
    items = replies.help_items(lines, language)
    return [item for item in items if item["action"] != "visit"]


def without_records(slug: str, language: str) -> str:
    """Whom to call while the database is away; empty where no number was ever read."""
    place = remembered_phones.of(slug)
    return replies.say("model_trouble", language, phone=place.phone) if place else ""
