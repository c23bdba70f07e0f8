"""The whole answer in the length of the channel: SMS gets one short message."""

from __future__ import annotations

from typing import Any

from langchain_core.messages import AIMessage
from langgraph.runtime import Runtime

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
    if limit := context.limits.answer_chars:
        text = _shortened(citations.without_markers(spoken), limit)
        # A fixed reply is never cut: it may end with a helpline.
        text = fixed_replies.append(text, closing_reply)
        context.send_replacement(text)
    elif spoken != answer.text:
        text = fixed_replies.append(spoken, closing_reply)
        context.send_replacement(text)
    elif closing_reply:
        text = fixed_replies.append(answer.text, closing_reply)
        context.send_token(text.removeprefix(answer.text))
    else:
        return {}
    # The same id replaces the message instead of adding one.
    fitted = AIMessage(text, id=answer.id, additional_kwargs=answer.additional_kwargs)
    return {"messages": [fitted], **fixed_replies.help_of(closing_reply)}


def _shortened(text: str, limit: int) -> str:
    """At most `limit` characters, cut at a word, with an ellipsis when cut."""
    text = " ".join(text.split())
    if len(text) <= limit:
        return text
    head = text[: limit - len(ELLIPSIS)]
    return head.rsplit(" ", 1)[0].rstrip(" ,;:-") + ELLIPSIS
