"""What the speaker is told of the guest: typed values, never the guest's own words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.concierge import prompts, replies
from apps.concierge.context import Context
from apps.properties import flags

DIET_KEY = "dietary_needs"
# What may change a choice among rows. A name, or how to reach somebody, never does.
USED_KEYS = frozenset(
    {
        "accessibility",
        "budget",
        "children",
        "children_ages",
        "companions",
        "cuisines",
        DIET_KEY,
        "nights",
        "occasion",
        "party_size",
        "visit_dates",
    }
)
ENGLISH = "en"


def diet_note(reading: Mapping[str, Any], context: Context) -> str:
    """Why a list has its order, where what the guest eats has decided on it."""
    if not reading.get("suits_guest"):
        return ""
    facts = context.memory.facts(context.language)
    diets = [fact.value_words for fact in facts if fact.key == DIET_KEY]
    return replies.say("because_diet", context.language, diet=", ".join(diets))


def element(context: Context) -> str:
    """A line for each fact; empty where nothing is known or may be used."""
    if not flags.is_on(context.flags, "memory"):
        return ""
    lines = [
        prompts.escaped(fact.words)
        for fact in context.memory.facts(ENGLISH)
        if fact.key in USED_KEYS and fact.is_current
    ]
    return "<guest>\n" + "\n".join(lines) + "\n</guest>\n" if lines else ""
