"""What goes with an answer: cards of its rows, and questions that may come next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from apps.concierge import replies
from apps.concierge.context import Context
from apps.concierge.state import Citation

MOST_CARDS = 6
MOST_FOLLOWUPS = 3
# Fields that answer a follow-up question, by the id of its sentence.
FOLLOWUP_FIELDS = {
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
# Questions that make no sense for a kind of row, whatever its record holds.
EXCLUDED_FOLLOWUPS = {"show": ("followup_hours",)}


def of(citations: Sequence[Citation], context: Context) -> dict[str, Any]:
    """Cards of the cited rows, and follow-ups, as changes of the state."""
    rows = list(dict.fromkeys(citation["item_id"] for citation in citations))
    cards = context.search.cards(rows[:MOST_CARDS], context.language)
    return {"cards": cards, "followups": _followups(cards, citations, context)}


def _followups(
    cards: Sequence[dict[str, Any]], citations: Sequence[Citation], context: Context
) -> list[str]:
    """Questions about the rows' other fields, which the records can answer."""
    answered = {
        (citation["item_id"], _answered_field(citation["field"]))
        for citation in citations
    }
    questions: list[str] = []
    for card in cards:
        recorded_fields = context.search.facets(card["item_id"])
        for question, fields in FOLLOWUP_FIELDS.items():
            if question in EXCLUDED_FOLLOWUPS.get(card["kind"], ()):
                continue
            is_new = not any((card["item_id"], field) in answered for field in fields)
            if is_new and any(field in recorded_fields for field in fields):
                questions.append(
                    replies.say(question, context.language, name=card["title"])
                )
    return questions[:MOST_FOLLOWUPS]


def _answered_field(field: str) -> str:
    """What is computed for now answers the question about the hours too."""
    return "hours" if field in ("now", "hours_exceptions") else field
