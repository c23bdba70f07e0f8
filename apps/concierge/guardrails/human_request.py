"""Whether a guest asks for a person instead of the concierge."""

from __future__ import annotations

from apps.concierge.guardrails import checks
from apps.concierge.guardrails.readings import Reading

HUMAN = "human"
# A wish for a person is said in a few words; longer messages ask something else.
LONGEST = 400


def is_asked_for(text: str) -> bool:
    return len(text) <= LONGEST and checks.check(HUMAN, Reading(text)) is not None
