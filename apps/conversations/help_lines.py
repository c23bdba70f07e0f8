"""The numbers for guests whose message cannot be sent or answered."""

from __future__ import annotations

from typing import Any

from apps.concierge import replies
from apps.conversations.turns.graph_runs import graph_context
from apps.properties import remembered_phones
from apps.properties.models import Property

# Nobody knows what the message says, so there is a number for each kind of danger.
PURPOSES = ("emergency", "security", "crisis", "gambling")
# Of these a page shows the lines once an answer of the conversation has offered help:
# who asks for the pool without a signal is no guest in despair.
OF_CARE = frozenset({"crisis", "gambling"})


def of(place: Property, language: str) -> list[dict[str, Any]]:
    """Lines to call or to text, as answers show them; a website needs a connection.

    `after_care` marks those that are only shown after an answer with helplines.
    """
    helplines = graph_context.resort(place).helplines
    return [
        {**item, "after_care": purpose in OF_CARE}
        for purpose in PURPOSES
        for line in helplines
        if line.purpose == purpose
        for item in replies.help_items([line], language)
        if item["action"] != "visit"
    ]


def without_records(slug: str, language: str) -> str:
    """Whom to call while the database is away; empty where no number was ever read."""
    place = remembered_phones.of(slug)
    return replies.say("model_trouble", language, phone=place.phone) if place else ""
