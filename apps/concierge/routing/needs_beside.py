"""A need that is told beside a question: "I'm vegan, where can we eat?"."""

from __future__ import annotations

from apps.concierge import transcript
from apps.concierge.context import Context
from apps.concierge.state import ConciergeState


async def choose(question: str, state: ConciergeState, context: Context) -> bool:
    """Whether what is asked beside the need is a list, among which the need chooses;
    the search then goes on without its words."""
    if not context.telling.question:
        return False
    earlier = transcript.earlier_texts(state["messages"], context.limits.history)
    subject = state.get("subject")
    context.search.start(context.telling.question, earlier, subject)
    reading = (await context.search.results(schedule=False)).reading
    if reading.get("suits") or reading.get("unrecorded_needs"):
        return True
    context.search.start(question, earlier, subject)
    return False
