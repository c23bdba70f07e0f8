"""Whether the records say where lost property is kept."""

from __future__ import annotations

from apps.concierge import replies
from apps.concierge.context import Context
from apps.knowledge.statements.ranking import IN_PART_BELOW

# Stands behind what the records say.
REPLY = "lost_property"


async def is_answered(context: Context) -> bool:
    """Starts a search for that: the guest's words find the place where it was lost."""
    question = replies.say("lost_property_question", context.language)
    context.search.start(question, ())
    reading = (await context.search.results(schedule=False)).reading
    return bool(reading.get("exact", 0.0) >= IN_PART_BELOW)
