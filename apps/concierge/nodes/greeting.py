"""A welcome that names what the catalog can be asked about."""

from __future__ import annotations

from typing import Any

from langchain_core.messages import AIMessage
from langgraph.runtime import Runtime

from apps.concierge import events, replies
from apps.concierge.context import Context
from apps.concierge.state import ConciergeState


async def greeting(state: ConciergeState, runtime: Runtime[Context]) -> dict[str, Any]:
    context = runtime.context
    kinds = await context.categories()
    text = replies.say(
        "greeting",
        context.language,
        property=context.resort.name,
        phone=context.resort.phone,
        categories=replies.list_categories(kinds, context.language),
    )
    events.replace(text)
    return {"messages": [AIMessage(text)], "answer_kind": "notice", "sources_used": []}
