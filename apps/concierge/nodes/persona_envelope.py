"""Voice and length of the channel: the web passes, SMS gets one short message."""

from __future__ import annotations

from typing import Any

from langchain_core.messages import AIMessage
from langgraph.runtime import Runtime

from apps.concierge import events, text_segments
from apps.concierge.context import Context
from apps.concierge.state import ConciergeState


async def persona_envelope(
    state: ConciergeState, runtime: Runtime[Context]
) -> dict[str, Any]:
    context = runtime.context
    limit = context.limits.answer_chars
    if not limit:
        return {}
    answer = state["messages"][-1]
    text = text_segments.shorten(text_segments.without_marks(answer.text), limit)
    events.replace(context, text)
    # The same id replaces the message instead of adding one.
    short = AIMessage(text, id=answer.id, additional_kwargs=answer.additional_kwargs)
    return {"messages": [short], "sms_segments": [text]}
