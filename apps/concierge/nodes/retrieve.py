"""Awaits the search that the gate has started."""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from apps.concierge import replies, transcript
from apps.concierge.context import Context
from apps.concierge.guardrails import temptation
from apps.concierge.state import ConciergeState


async def retrieve(state: ConciergeState, runtime: Runtime[Context]) -> dict[str, Any]:
    context = runtime.context
    is_schedule = state["query_type"] == "hours_schedule"
    if is_schedule:
        context.send_status(replies.say("status_hours", context.language))
    results = await context.search.results(schedule=is_schedule)
    named = context.search.named(transcript.question(state["messages"]))
    named_ids = {row.item_id for row in named}
    return {
        "retrieved_context": temptation.without_temptation(
            state, results.passages, named_ids
        ),
        "focus": results.focus,
        "choices": list(results.choices),
        "reading": results.reading,
    }
