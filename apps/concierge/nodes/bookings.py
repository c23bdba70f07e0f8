"""The guest's own bookings, and what he asks of the staff. Code answers, no model.

What the message asks besides is answered from the records first.
"""

from __future__ import annotations

from typing import Any

from langchain_core.messages import AIMessage
from langgraph.runtime import Runtime

from apps.concierge import booking_parts, transcript
from apps.concierge import bookings as booking_port
from apps.concierge.answer import fixed_replies
from apps.concierge.context import Context
from apps.concierge.state import ConciergeState


async def bookings(state: ConciergeState, runtime: Runtime[Context]) -> dict[str, Any]:
    context, messages = runtime.context, state["messages"]
    own_text = state["booking_question"] or transcript.question(messages)
    expected = await booking_port.awaited_by(own_text, messages, context.bookings)
    if state["booking_question"]:
        own = await context.bookings.reply(own_text, expected)
        return {"booking_reply": booking_parts.stored(own)}
    context.search.cancel()
    reply = await context.bookings.reply(own_text, expected)
    closing_reply = fixed_replies.closing(state, context)
    text = fixed_replies.append(reply.text, closing_reply)
    context.send_replacement(text)
    mark = {booking_port.MARK: dict(reply.expects)}
    return {
        "messages": [AIMessage(text, additional_kwargs=mark)],
        "answer_kind": "answer" if reply.citations else "notice",
        "citations": list(reply.citations),
        "sources_used": ["booking"] if reply.citations else [],
        "requests": list(reply.requests),
        "followups": list(reply.choices),
        "alert": reply.alert,
        **fixed_replies.help_of(closing_reply),
    }
