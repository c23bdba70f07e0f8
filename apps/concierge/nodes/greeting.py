"""A welcome that names what can be asked about, or a goodbye to who takes leave."""

from __future__ import annotations

from typing import Any

from langchain_core.messages import AIMessage
from langgraph.runtime import Runtime

from apps.concierge import distress, events, messages, replies
from apps.concierge.context import Context
from apps.concierge.state import ConciergeState
from apps.infrastructure import patterns

# Who takes leave wants no welcome.
THANKS = patterns.compile(
    r"\b(thanks?|thx|cheers|(good)?bye|good night|gracias|adi[oó]s|obrigad[oa]|tchau|"
    r"merci|au revoir)\b|谢谢|再见",
    "i",
)


async def greeting(state: ConciergeState, runtime: Runtime[Context]) -> dict[str, Any]:
    context = runtime.context
    if THANKS.search(messages.question(state["messages"])):
        text = replies.say("thanks", context.language, property=context.resort.name)
        return _said(context, text)
    kinds = distress.spared(state, await context.categories())
    text = replies.say(
        "greeting",
        context.language,
        property=context.resort.name,
        phone=context.resort.phone,
        categories=replies.list_categories(kinds, context.language),
    )
    return _said(context, text)


def _said(context: Context, text: str) -> dict[str, Any]:
    events.replace(context, text)
    return {"messages": [AIMessage(text)], "answer_kind": "notice", "sources_used": []}
