"""When no answer passed: what the best matching record says, word for word, cited."""

from __future__ import annotations

from typing import Any, cast

from langchain_core.messages import AIMessage
from langgraph.runtime import Runtime

from apps.concierge import booking_parts, replies, transcript
from apps.concierge.answer import cards_and_followups, fixed_replies
from apps.concierge.answer.citations import CitationMarkers
from apps.concierge.context import Context
from apps.concierge.state import ConciergeState

MOST_LINES = 4


async def fallback(state: ConciergeState, runtime: Runtime[Context]) -> dict[str, Any]:
    context, resort = runtime.context, runtime.context.resort
    best = state["retrieved_context"][:1]
    markers = CitationMarkers(best)
    lines = best[0]["metadata"]["sentences"][:MOST_LINES] if best else []
    texts = [line.get("in_language") or line["text"] for line in lines]
    card = "\n".join(f"- {markers.feed(f'{text} [1]')}" for text in texts)
    text = replies.say(
        "fallback" if card else "fallback_empty",
        context.language,
        property=resort.name,
        phone=resort.phone,
        card=card,
    )
    closing_reply = fixed_replies.closing(state, context)
    cited = {**state, "citations": markers.citations}
    text = booking_parts.append(text, cast("ConciergeState", cited))
    text = fixed_replies.append(text, closing_reply)
    context.send_replacement(text)
    answer = AIMessage(
        text,
        id=transcript.answer_id(state["messages"]),
        additional_kwargs=booking_parts.mark(state),
    )
    update = {
        "messages": [answer],
        "citations": markers.citations,
        "answer_kind": "answer" if markers.citations else "notice",
        "is_in_part": False,
        "sources_used": [citation["category"] for citation in markers.citations[:1]],
        "retry_feedback": None,
        **cards_and_followups.of(markers.citations, context),
        **fixed_replies.help_of(closing_reply),
    }
    return booking_parts.close(update, state)
