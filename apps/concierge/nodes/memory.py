"""What is remembered of the guest: told, or forgotten. Code answers, no model."""

from __future__ import annotations

from typing import Any

from langchain_core.messages import AIMessage
from langgraph.runtime import Runtime

from apps.concierge.answer import memory_replies
from apps.concierge.context import Context
from apps.concierge.state import ConciergeState


async def memory(state: ConciergeState, runtime: Runtime[Context]) -> dict[str, Any]:
    """Deletes before it says so; `forgotten` facts are gone for good."""
    context = runtime.context
    context.search.cancel()
    reply = memory_replies.of(state["messages"], context)
    if reply.forgets_all:
        await context.memory.forget_everything()
    elif reply.forgotten:
        await context.memory.forget(reply.forgotten)
    context.send_replacement(reply.text)
    return {
        "messages": [AIMessage(reply.text)],
        "answer_kind": "notice",
        "sources_used": [],
    }
