"""When no answer passed: what the best matching record says, word for word, cited."""

from __future__ import annotations

from typing import Any

from langchain_core.messages import AIMessage
from langgraph.runtime import Runtime

from apps.concierge import answer_extras, events, messages, replies
from apps.concierge.citation_markers import Marks
from apps.concierge.context import Context
from apps.concierge.state import ConciergeState

MOST_LINES = 4


async def fallback(state: ConciergeState, runtime: Runtime[Context]) -> dict[str, Any]:
    context, resort = runtime.context, runtime.context.resort
    found = state["retrieved_context"][:1]
    marks = Marks(found)
    lines = found[0]["metadata"]["sentences"][:MOST_LINES] if found else []
    card = "\n".join(f"- {marks.feed(line['text'] + ' [1]')}" for line in lines)
    text = replies.say(
        "fallback" if card else "fallback_empty",
        context.language,
        property=resort.name,
        phone=resort.phone,
        card=card,
    )
    events.replace(context, text)
    return {
        "messages": [AIMessage(text, id=messages.answer_id(state["messages"]))],
        "citations": marks.citations,
        "sources_used": [row["category"] for row in marks.citations[:1]],
        "retry_feedback": None,
        **answer_extras.of(marks.citations, context),
    }
