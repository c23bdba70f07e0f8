"""Awaits the search that the gate has started, and runs tools that the guest wants."""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from apps.concierge import replies, transcript
from apps.concierge.context import Context, Results
from apps.concierge.guardrails import temptation
from apps.concierge.state import ConciergeState
from apps.concierge.tools import calls


async def retrieve(state: ConciergeState, runtime: Runtime[Context]) -> dict[str, Any]:
    context = runtime.context
    if state["wanted_tools"]:
        return await _with_tools(state, context)
    return await _of_records(state, context)


async def _of_records(state: ConciergeState, context: Context) -> dict[str, Any]:
    results = await _search(state, context)
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


async def _search(state: ConciergeState, context: Context) -> Results:
    is_schedule = state["query_type"] == "hours_schedule"
    if is_schedule:
        context.send_status(replies.say("status_hours", context.language))
    return await context.search.results(schedule=is_schedule)


async def _with_tools(state: ConciergeState, context: Context) -> dict[str, Any]:
    """The records are asked what the message asks besides, and the whole message where
    the calls have neither brought nor refused anything."""
    wanted_calls = [
        calls.Call(name, arguments) for name, arguments in state["wanted_tools"]
    ]
    answered = [
        await calls.run(call, context, asked_by="router") for call in wanted_calls
    ]
    traced = {
        "tool_calls": [each.record for each in answered],
        "tool_steps": len(answered),
    }
    if not any(each.result.passages or each.result.lacks for each in answered):
        return {**await _of_records(state, context), **traced}
    has_others = bool(state["beside_tools"])
    of_records = await _search(state, context) if has_others else calls.NO_RESULTS
    question = transcript.question(state["messages"])
    results = calls.join(answered, question, of_records)
    return {
        "retrieved_context": results.passages,
        "focus": results.focus,
        "reading": results.reading,
        **traced,
    }
