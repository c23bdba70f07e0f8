"""What the speaker is told of the guest: typed values, never the guest's own words."""

from __future__ import annotations

from apps.concierge import prompts
from apps.concierge.context import Context
from apps.properties import flags

# What may change a choice among rows. A name, or how to reach somebody, never does.
USED_KEYS = frozenset(
    {
        "accessibility",
        "budget",
        "children",
        "children_ages",
        "companions",
        "cuisines",
        "dietary_needs",
        "nights",
        "occasion",
        "party_size",
        "visit_dates",
    }
)
ENGLISH = "en"


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
