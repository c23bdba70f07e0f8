"""What the speaker is told of the guest: typed values, never the guest's own words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.concierge import prompts, replies
from apps.concierge.context import Context
from apps.properties import flags

# Reasons for an order that are facts of the guest's own words, and the notes of others.
SAID = frozenset({"accessibility", "dietary_needs", "cuisines"})
NOTES = {
    "children": "for_children",
    "party_beds": "for_party_beds",
    "party_groups": "for_party_groups",
    "budget": "within_budget",
}
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


def order_note(reading: Mapping[str, Any], context: Context) -> str:
    """Why a list begins as it does, where what the guest told before has decided on it:
    the reason that weighs most."""
    reasons = reading.get("suits", ())
    if not reasons:
        return ""
    if reasons[0] not in SAID:
        return replies.say(NOTES[reasons[0]], context.language)
    facts = context.memory.facts(context.language)
    values = [
        fact.value_words for fact in facts if fact.key in SAID.intersection(reasons)
    ]
    return replies.say("because_said", context.language, facts=", ".join(values))


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
