"""What the speaker is told of the guest: typed values, never the guest's own words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
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
# Whose answer a need wants that the records do not tell of.
WHOM_TO_ASK = {"dietary_needs": "ask_the_kitchen", "accessibility": "ask_the_staff"}
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
    """Why a list begins as it does, where what the guest told before has decided on it,
    and which of his needs none of its records names."""
    untold = [tuple(need) for need in reading.get("untold_needs", ())]
    return " ".join([*_reason(reading, untold, context), *_to_ask(untold, context)])


def _reason(
    reading: Mapping[str, Any], untold: Sequence[Choice], context: Context
) -> Iterator[str]:
    """The one that weighs most."""
    reasons = reading.get("suits", ())
    if reasons and reasons[0] not in SAID:
        yield replies.say(NOTES[reasons[0]], context.language)
    elif reasons:
        named = [own for key in reasons for own in _choices(key, context).items()]
        words = ", ".join(own for choice, own in named if choice not in untold)
        yield replies.say("because_said", context.language, facts=words)


def _to_ask(untold: Sequence[Choice], context: Context) -> Iterator[str]:
    for key, whom in WHOM_TO_ASK.items():
        choices = _choices(key, context)
        words = [own for choice, own in choices.items() if choice in untold]
        if words:
            yield replies.say(whom, context.language, facts=", ".join(words))


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
