"""What goes with an answer: cards of its rows, and questions that may come next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from apps.concierge import replies
from apps.concierge.context import Context
from apps.concierge.state import Citation

MOST_CARDS = 6
MOST_FOLLOWUPS = 3
# Fields that answer a question, by the id of the sentence that asks it.
ASKED_BY = {
    "followup_hours": ("hours", "hours_note"),
    "followup_next": ("performances", "schedule"),
    "followup_dress": ("dress_code",),
    "followup_table": ("reservations",),
    "followup_price": ("price_band", "rate_from", "fee"),
    "followup_kids": ("kids",),
    "followup_place": ("place",),
    "followup_tiers": ("tiers",),
    "followup_join": ("how_to_join",),
    "followup_age": ("minimum_age",),
}
# What nobody would ask of a row of this kind, whatever its record holds.
ODD_OF = {"show": ("followup_hours",)}


def of(citations: Sequence[Citation], context: Context) -> dict[str, Any]:
    """Cards of the cited rows, and follow-ups, as changes of the state."""
    rows = list(dict.fromkeys(one["item_id"] for one in citations))
    shown = context.search.cards(rows[:MOST_CARDS], context.language)
    return {"cards": shown, "followups": _followups(shown, citations, context)}


def _followups(
    shown: Sequence[dict[str, Any]], citations: Sequence[Citation], context: Context
) -> list[str]:
    """Questions about the rows' other fields, which the records can answer."""
    told = {(one["item_id"], _plain(one["field"])) for one in citations}
    asked: list[str] = []
    for card in shown:
        known = context.search.facets(card["item_id"])
        for question, fields in ASKED_BY.items():
            if question in ODD_OF.get(card["kind"], ()):
                continue
            is_new = not any((card["item_id"], field) in told for field in fields)
            if is_new and any(field in known for field in fields):
                asked.append(
                    replies.say(question, context.language, name=card["title"])
                )
    return asked[:MOST_FOLLOWUPS]


def _plain(field: str) -> str:
    """What is computed for now answers the question about the hours too."""
    return "hours" if field in ("now", "hours_exceptions") else field
