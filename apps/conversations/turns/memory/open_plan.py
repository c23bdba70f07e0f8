"""The plan for a turn, without what the guest has told since it was made."""

from __future__ import annotations

from typing import Any

from apps.concierge.guest_memory import GuestMemory
from apps.conversations.turns.active_turn import ActiveTurn
from apps.guests import fact_kinds


def of(turn: ActiveTurn, memory: GuestMemory) -> dict[str, Any] | None:
    """None without a plan. What stands in the message is known as well, and so is what
    was told in another conversation."""
    plan = turn.plan
    if not plan or not plan.get("next_topic"):
        return plan
    keys = {fact.key for fact in memory.facts(fact_kinds.ENGLISH) if fact.is_current}
    keys |= {fact.key for fact in turn.reading.facts}
    targets = plan.get("extraction_targets", ())
    open_targets = [key for key in targets if key not in keys]
    kinds = fact_kinds.kinds()
    known_topics = {kinds[key].topic for key in keys if key in kinds}
    is_open = bool(open_targets) if targets else plan["next_topic"] not in known_topics
    topic = plan["next_topic"] if is_open else ""
    return {**plan, "next_topic": topic, "extraction_targets": open_targets}
