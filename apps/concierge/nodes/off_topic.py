"""Everything that is not answered from the catalog, each in its own kind words."""

from __future__ import annotations

from typing import Any

from langchain_core.messages import AIMessage
from langgraph.runtime import Runtime

from apps.concierge import replies, transcript
from apps.concierge.context import Context, Help, Resort
from apps.concierge.guardrails import checks, distress
from apps.concierge.guardrails.text_variants import TextVariants
from apps.concierge.state import ConciergeState
from apps.infrastructure import patterns

# Guardrail finding -> the reply's id; without a finding the query type is the id.
REPLIES = {
    "emergency": "emergency",
    "self_harm": "crisis",
    "prompt_injection": "off_topic_injection",
    "responsible_gaming": "responsible_gaming",
    "bsa_aml": "bsa_aml",
    "turn_limit": "turn_limit",
    "competitor": "competitor",
    "human": "human",
}
AGE = patterns.compile(r"\d+")
CARE = frozenset({"emergency", "crisis"})
# Which helplines stand beside a reply, in this order.
HELP = {
    "emergency": ("emergency", "security"),
    "crisis": ("crisis", "emergency", "gambling"),
    "responsible_gaming": ("gambling", "self_exclusion"),
    "gambling_advice": ("gambling",),
}


async def off_topic(state: ConciergeState, runtime: Runtime[Context]) -> dict[str, Any]:
    context = runtime.context
    reply = REPLIES.get(state["guardrail"], state["query_type"] or "off_topic")
    if reply in ("property_qa", "hours_schedule", "ambiguous"):
        reply = "off_topic"  # the router was too unsure to look anything up
    if reply == "gambling_advice" and distress.is_needed(state):
        reply = "responsible_gaming"
    resort, language = context.resort, context.language
    lines = _helplines(resort, _purposes(reply, transcript.question(state["messages"])))
    sentence = f"{reply}_again" if _is_repeated(state) else reply
    text = _say(sentence, resort, language, lines)
    if reply == "age_verification":
        text = _with_age_of_row(text, state, context)
    context.send_replacement(text)
    return {
        "messages": [AIMessage(text)],
        "answer_kind": "care" if reply in CARE else "notice",
        "help": replies.help_items(lines, language) if lines else [],
        "sources_used": [],
    }


def unstored(
    category: str, question: str, resort: Resort, language: str
) -> tuple[str, list[dict[str, str]]]:
    """The words and helplines for a guest in danger whose message cannot be taken.

    They do not say that staff are alerted: nothing of the message is kept.
    """
    reply = REPLIES[category]
    lines = _helplines(resort, _purposes(reply, question))
    sentence = "emergency_unstored" if reply == "emergency" else reply
    text = _say(sentence, resort, language, lines)
    return text, replies.help_items(lines, language)


def _with_age_of_row(text: str, state: ConciergeState, context: Context) -> str:
    """Begins with the age at the place that the guest names, as its record has it."""
    for row in context.search.named(transcript.question(state["messages"])):
        value = context.search.facets(row.item_id).get("minimum_age", "")
        if age := AGE.search(value):
            sentence = replies.say(
                "age_of_row", context.language, name=row.title, age=age[0]
            )
            return f"{sentence} {text}"
    return text


def _is_repeated(state: ConciergeState) -> bool:
    category = state["guardrail"]
    return category in distress.TROUBLE and distress.is_repeated(state, category)


def _purposes(reply: str, question: str) -> tuple[str, ...]:
    """An emergency that may be a suicide needs the crisis line too."""
    purposes = HELP.get(reply, ())
    if reply == "emergency" and checks.check(checks.CRISIS, TextVariants(question)):
        return (*purposes, "crisis")
    return purposes


def _helplines(resort: Resort, purposes: tuple[str, ...]) -> list[Help]:
    return [
        line
        for purpose in purposes
        for line in resort.helplines
        if line.purpose == purpose
    ]


def _say(reply: str, resort: Resort, language: str, lines: list[Help]) -> str:
    return replies.say(
        reply,
        language,
        property=resort.name,
        phone=resort.phone,
        website=resort.website,
        age=resort.gaming_age,
        jurisdiction=resort.jurisdiction,
        minors_may=resort.minors_may,
        minors_may_not=resort.minors_may_not,
        hours=_hours(resort, language),
        emergency=_emergency_number(resort, language),
        helplines=replies.spoken_helplines(lines, language),
    )


def _emergency_number(resort: Resort, language: str) -> str:
    """Said where the jurisdiction's row holds none: a number is never invented."""
    is_known = any(line.purpose == "emergency" for line in resort.helplines)
    return "" if is_known else replies.say("emergency_number", language)


def _hours(resort: Resort, language: str) -> str:
    """When a person answers, where the records say it; never a guess."""
    hours = resort.phone_hours
    reply = "human_hours" if hours else "human_hours_unknown"
    return replies.say(reply, language, hours=hours)
