"""Everything that is not answered from the catalog, each in its own kind words."""

from __future__ import annotations

from typing import Any

from langchain_core.messages import AIMessage
from langgraph.runtime import Runtime

from apps.concierge import events, replies
from apps.concierge.context import Context, Help
from apps.concierge.state import ConciergeState
from apps.concierge.tools import care

# Guardrail finding -> the reply's id; without a finding the query type is the id.
REPLIES = {
    "self_harm": "crisis",
    "prompt_injection": "off_topic_injection",
    "responsible_gaming": "responsible_gaming",
    "bsa_aml": "bsa_aml",
    "turn_limit": "turn_limit",
    "competitor": "competitor",
}
# Which helplines stand beside a reply, in this order.
HELP = {
    "crisis": ("crisis", "emergency", "gambling"),
    "responsible_gaming": ("gambling", "self_exclusion"),
    "gambling_advice": ("gambling",),
}


async def off_topic(state: ConciergeState, runtime: Runtime[Context]) -> dict[str, Any]:
    context = runtime.context
    reply = REPLIES.get(state["guardrail"], state["query_type"] or "off_topic")
    if reply in ("property_qa", "hours_schedule", "ambiguous"):
        reply = "off_topic"  # the router was too unsure to look anything up
    if reply == "gambling_advice" and care.is_needed(state):
        reply = "responsible_gaming"
    lines = _helplines(context, reply)
    words = f"{reply}_again" if _is_told_again(state) else reply
    text = _say(words, context, lines)
    events.replace(context, text)
    return {
        "messages": [AIMessage(text)],
        "answer_kind": "care" if reply == "crisis" else "notice",
        "help": replies.help_items(lines, context.language) if lines else [],
        "sources_used": [],
    }


def _is_told_again(state: ConciergeState) -> bool:
    category = state["guardrail"]
    return category in care.TROUBLE and care.is_repeated(state, category)


def _helplines(context: Context, reply: str) -> list[Help]:
    wanted = HELP.get(reply, ())
    return [
        line
        for purpose in wanted
        for line in context.resort.helplines
        if line.purpose == purpose
    ]


def _say(reply: str, context: Context, lines: list[Help]) -> str:
    resort = context.resort
    return replies.say(
        reply,
        context.language,
        property=resort.name,
        phone=resort.phone,
        website=resort.website,
        age=resort.gaming_age,
        jurisdiction=resort.jurisdiction,
        minors_may=resort.minors_may,
        minors_may_not=resort.minors_may_not,
        helplines=replies.spoken_helplines(lines, context.language),
    )
