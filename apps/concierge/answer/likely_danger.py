"""What a guest hears whose message is likely, but not certainly, of somebody in danger.

Where the records answer it, help stands beside the answer. Where they are silent it
counts as danger, unless it may be an emergency of which only a clause speaks, or surely
asks the records for something. Then help stands beside the sentence that nothing was
found; staff are alerted all the same, and a second such message counts.
"""

from __future__ import annotations

from typing import Any

from apps.concierge import transcript
from apps.concierge.answer import fixed_replies
from apps.concierge.context import Context
from apps.concierge.guardrails import checks, distress
from apps.concierge.guardrails.thresholds import (
    EMERGENCY_FROM,
    EMERGENCY_IN_PART_FROM,
    STOPS_FROM,
)
from apps.concierge.routing import intent, misreadings, ongoing_emergency
from apps.concierge.state import ConciergeState
from apps.knowledge.statements.ranking import IN_PART_BELOW
from apps.language.classifier import SURE

# Replies that already suit somebody who may be in danger: a complaint's says whom to
# call. In an emergency that goes on, what sounds like one tells of it.
HEARD = frozenset({"thanks", "complaint"})
HEARD_IN_EMERGENCY = frozenset({"thanks"})


async def route(
    ordinary: dict[str, Any], state: ConciergeState, context: Context
) -> dict[str, Any]:
    """The route of a message, with the help that it needs.

    ordinary: its route if nobody were in danger.
    """
    likely = fixed_replies.likely_category(state["closing_reply"])
    if likely not in checks.URGENT or ordinary.get("guardrail") == checks.HUMAN:
        return await _with_numbers_again(ordinary, state, context)
    goes_on = distress.is_after_emergency(state)
    if await _is_answered(ordinary, state, context, goes_on=goes_on):
        has_read = goes_on and await ongoing_emergency.has_read_numbers(state, context)
        return {**ordinary, "closing_reply": "" if has_read else state["closing_reply"]}
    if _gets_help_beside(ordinary, likely, state):
        return _with_help(ordinary, likely, state)
    context.search.cancel()
    # News of an emergency may sound like a crisis: then there is help for both.
    category = checks.EMERGENCY if goes_on else likely
    return {
        "query_type": "off_topic",
        "router_confidence": 1.0,
        "messages": [transcript.withhold(state["messages"][-1])],
        "guardrail": category,
        "judgement": {**state["judgement"], "outcome": "stopped, records are silent"},
        "closing_reply": "" if category == likely else state["closing_reply"],
        **distress.record(state, category),
    }


async def _is_answered(
    ordinary: dict[str, Any],
    state: ConciergeState,
    context: Context,
    *,
    goes_on: bool,
) -> bool:
    """goes_on: whether the guest told of an emergency just before."""
    if ordinary["query_type"] in (HEARD_IN_EMERGENCY if goes_on else HEARD):
        return True
    wants_out = goes_on and ongoing_emergency.wants_out(state)
    if not wants_out and await _is_answered_by_records(ordinary, context):
        return True
    return goes_on and await ongoing_emergency.is_about_something_else(
        ordinary, state, context
    )


async def _is_answered_by_records(ordinary: dict[str, Any], context: Context) -> bool:
    """Where lost property is kept answers nobody who may have lost a child, and a row
    without a word of the message nobody who may be in danger."""
    is_replaced = ordinary.get("closing_reply") == misreadings.REPLY
    if is_replaced or ordinary["query_type"] not in intent.SEARCHED:
        return False
    reading = (await context.search.results(schedule=False)).reading
    is_likely = reading.get("exact", 0.0) >= IN_PART_BELOW
    return bool(is_likely and reading.get("is_met", True))


async def _with_numbers_again(
    ordinary: dict[str, Any], state: ConciergeState, context: Context
) -> dict[str, Any]:
    """Beside what may go on with a likely emergency: "please hurry"."""
    is_searched = ordinary["query_type"] in intent.SEARCHED
    has_reply = state["closing_reply"] or ordinary.get("closing_reply")
    may_go_on = is_searched and not has_reply and not _is_surely_asked(ordinary)
    if not may_go_on or not distress.was_likely(state):
        return ordinary
    if await _is_answered_by_records(ordinary, context):
        return ordinary
    return {**ordinary, "closing_reply": fixed_replies.of_likely(checks.EMERGENCY)}


def _gets_help_beside(
    ordinary: dict[str, Any], likely: str, state: ConciergeState
) -> bool:
    """Whether the message is too little like an emergency to be taken for one.

    Never after trouble or another such message. A crisis may hide in any question.
    """
    is_first = not (distress.category_of_care(state) or distress.was_likely(state))
    has_phrase = state["judgement"]["phrase"] in checks.URGENT
    if likely != checks.EMERGENCY or has_phrase or not is_first:
        return False
    suspicion: float = state["judgement"]["suspicion"]
    in_part: float = state["judgement"]["in_part"]
    if _is_surely_asked(ordinary) and in_part < STOPS_FROM:
        return True
    return suspicion < EMERGENCY_FROM and in_part < EMERGENCY_IN_PART_FROM


def _is_surely_asked(ordinary: dict[str, Any]) -> bool:
    """Whether the records are: 19 in 20 that the router is so sure of ask them."""
    is_looked_up = ordinary["query_type"] in intent.LOOKED_UP
    return bool(is_looked_up and ordinary["router_confidence"] >= SURE)


def _with_help(
    ordinary: dict[str, Any], likely: str, state: ConciergeState
) -> dict[str, Any]:
    outcome = "help beside the answer, records are silent"
    return {
        **ordinary,
        "closing_reply": state["closing_reply"],
        "judgement": {**state["judgement"], "outcome": outcome},
        **distress.record_likely(state, likely),
    }
