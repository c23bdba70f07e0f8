"""The whole answer in the length of the channel: SMS gets one short message."""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from apps.concierge import booking_parts
from apps.concierge.answer import citations, fixed_replies, own_questions
from apps.concierge.context import Context
from apps.concierge.extractive import provider
from apps.concierge.state import ConciergeState

ELLIPSIS = "…"


async def persona_envelope(
    state: ConciergeState, runtime: Runtime[Context]
) -> dict[str, Any]:
    context = runtime.context
    answer = state["messages"][-1]
    # What the answerer without a model quotes is no question of ours.
    is_quoted = state["provider"] == provider.OfflineChat.provider
    spoken = answer.text if is_quoted else own_questions.first_alone(answer.text)
    closing_reply = fixed_replies.closing(state, context)
    is_changed = spoken != answer.text
    if limit := context.limits.answer_chars:
        text = _shortened(citations.without_markers(spoken), limit)
        is_changed = True
    else:
        text = spoken
    # A fixed reply is never cut: it may end with a helpline.
    text = fixed_replies.append(booking_parts.append(text, state), closing_reply)
    if is_changed:
        context.send_replacement(text)
    elif text != answer.text:
        context.send_token(text.removeprefix(answer.text))
    else:
        return {}
    fitted = booking_parts.marked(answer, text, state)
    return {"messages": [fitted], **fixed_replies.help_of(closing_reply)}


def _shortened(text: str, limit: int) -> str:
    """At most `limit` characters, cut at a word, with an ellipsis when cut."""
    text = " ".join(text.split())
    if len(text) <= limit:
        return text
    head = text[: limit - len(ELLIPSIS)]
    return head.rsplit(" ", 1)[0].rstrip(" ,;:-") + ELLIPSIS
