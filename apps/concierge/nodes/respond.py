"""Closes a good answer: what it draws on, its cards, and what may be asked next."""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from apps.concierge import booking_parts
from apps.concierge.answer import cards_and_followups, fixed_replies, unasked_offers
from apps.concierge.context import Context
from apps.concierge.state import ConciergeState
from apps.knowledge.search import missing_facts


async def respond(state: ConciergeState, runtime: Runtime[Context]) -> dict[str, Any]:
    categories = dict.fromkeys(row["category"] for row in state["citations"])
    context = runtime.context
    update = cards_and_followups.of(
        state["citations"],
        context,
        state["retrieved_context"],
        state["reading"].get("matching", 0),
        is_of_all=any(state["reading"].get(own) for own in ("is_of_all", "compared")),
        earlier_questions={
            own.text for own in state["messages"] if own.type == "human"
        },
    )
    answers = fixed_replies.choices(state, context) if state["citations"] else []
    if state["choices"]:
        update["followups"] = state["choices"]
    elif answers:
        update["followups"] = answers
    elif offer := unasked_offers.followup(state, context):
        followups = update["followups"][: cards_and_followups.MOST_FOLLOWUPS - 1]
        update["followups"] = [*followups, offer]
        update |= unasked_offers.mark(state["messages"][-1])
    missing = state["reading"].get("missing") or {}
    if missing.get("what") in missing_facts.PRICES_ASKED and not update["cards"]:
        # Where it is booked, its price stands.
        names = ", ".join(missing["rows"])
        update["cards"] = cards_and_followups.to_book(names, context)
    # That a row has no price in the records is of that row and cites nothing; that a
    # sum cannot be worked out is of no row.
    is_of_row = missing and not state["wanted_tools"]
    if state["citations"] or is_of_row:
        search = context.search
        update["subject"] = search.subject(state["citations"], state["reading"])
    ending = {"sources_used": list(categories), "retry_feedback": None, **update}
    return booking_parts.close(ending, state)
