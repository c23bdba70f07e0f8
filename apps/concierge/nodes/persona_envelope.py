"""Voice and length of the channel: the web passes, SMS gets one short message."""

from __future__ import annotations

from typing import Any

from langchain_core.messages import AIMessage
from langgraph.runtime import Runtime

from apps.concierge.answer import citations
from apps.concierge.context import Context
from apps.concierge.state import ConciergeState

ELLIPSIS = "…"


async def persona_envelope(
    state: ConciergeState, runtime: Runtime[Context]
) -> dict[str, Any]:
    context = runtime.context
    limit = context.limits.answer_chars
    if not limit:
        return {}
    answer = state["messages"][-1]
    text = _shortened(citations.without_markers(answer.text), limit)
    context.send_replacement(text)
    # The same id replaces the message instead of adding one.
    short = AIMessage(text, id=answer.id, additional_kwargs=answer.additional_kwargs)
    return {"messages": [short]}


def _shortened(text: str, limit: int) -> str:
    """At most `limit` characters, cut at a word, with an ellipsis when cut."""
    text = " ".join(text.split())
    if len(text) <= limit:
        return text
    head = text[: limit - len(ELLIPSIS)]
    return head.rsplit(" ", 1)[0].rstrip(" ,;:-") + ELLIPSIS
