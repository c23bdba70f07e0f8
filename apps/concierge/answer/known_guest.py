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
    "party_most_beds": "for_party_most_beds",
    "party_groups": "for_party_groups",
    "budget": "within_budget",
}
# The reason that puts last what serves food which the guest does not eat.
AVOIDED = "avoided"
# Whose answer a need wants that the records do not tell of.
WHOM_TO_ASK = {"dietary_needs": "ask_the_kitchen", "accessibility": "ask_the_staff"}
# Of these replies, for a place that the guest has named.
OF_ROW = "_there"
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
# The key of a fact and one of its values.
Choice = tuple[str, ...]


def order_note(reading: Mapping[str, Any], context: Context) -> str:
    """Why a list begins as it does, where what the guest told before has decided on it:
    the reason that weighs most."""
    reasons = reading.get("suits", ())
    # Of what stands last, the note on the kitchen speaks.
    reasons = [reason for reason in reasons if reason != AVOIDED]
    if not reasons:
        return ""
    if reasons[0] not in SAID:
        return replies.say(NOTES[reasons[0]], context.language)
    unrecorded = _unrecorded(reading)
    named = [own for key in reasons for own in _choices(key, context).items()]
    words = ", ".join(own for choice, own in named if choice not in unrecorded)
    return replies.say("because_said", context.language, facts=words)


def needs_note(reading: Mapping[str, Any], context: Context) -> str:
    """Whom to ask about the guest's needs that no record of the answer names."""
    unrecorded = _unrecorded(reading)
    words_by_reply = {
        reply: [
            words
            for choice, words in _choices(key, context).items()
            if choice in unrecorded
        ]
        for key, reply in WHOM_TO_ASK.items()
    }
    suffix = OF_ROW if reading.get("is_need_of_row") else ""
    return " ".join(
        replies.say(reply + suffix, context.language, facts=", ".join(words))
        for reply, words in words_by_reply.items()
        if words
    )


def _unrecorded(reading: Mapping[str, Any]) -> frozenset[Choice]:
    return frozenset(tuple(need) for need in reading.get("unrecorded_needs", ()))


def _choices(key: str, context: Context) -> Mapping[Choice, str]:
    """Those of a list that is remembered or told just now, with their words."""
    facts = [*context.memory.facts(context.language), *context.telling.needs]
    parts = [part for fact in facts if fact.key == key for part in fact.parts]
    return {(key, part.value[0]): part.value_words for part in parts}


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
