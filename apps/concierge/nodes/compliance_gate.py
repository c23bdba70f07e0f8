"""Deterministic checks before anything else; no model."""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from apps.concierge import bookings, memory_requests, replies, transcript
from apps.concierge.answer import fixed_replies
from apps.concierge.context import Context
from apps.concierge.guardrails import checks, distress, inspection, known_ages
from apps.concierge.guardrails.inspection import GateVerdict
from apps.concierge.routing import help_number_questions
from apps.concierge.state import ConciergeState, QueryType
from apps.language import normalise

PRIVACY = "patron_privacy"
# A wish about the guest's own memory may sound like these.
LIKE_MEMORY = ("prompt_injection", PRIVACY)

QUERY_TYPES: dict[str, QueryType] = {
    "emergency": "off_topic",
    "self_harm": "off_topic",
    "prompt_injection": "off_topic",
    "responsible_gaming": "gambling_advice",
    "age_verification": "age_verification",
    "bsa_aml": "off_topic",
    "patron_privacy": "patron_privacy",
    "turn_limit": "off_topic",
    "withdrawal": "off_topic",
    "drink_driving": "off_topic",
}


MEMORY = {"query_type": "memory", "router_confidence": 1.0}


async def compliance_gate(
    state: ConciergeState, runtime: Runtime[Context]
) -> dict[str, Any]:
    question = transcript.question(state["messages"])
    if memory_requests.is_whole(question):  # "forget all" is then no attack
        return dict(MEMORY)
    implied = known_ages.implied(state, question, runtime.context.now.year)
    with_ages: ConciergeState = {**state, **implied}  # type: ignore[typeddict-item]
    change = await _judged(question, with_ages, runtime.context)
    return {**change, **implied, **known_ages.change(with_ages, question)}


async def _judged(
    question: str, state: ConciergeState, context: Context
) -> dict[str, Any]:
    messages = state["messages"]
    # A vector made in this process tells the gate more; nobody else may see it yet.
    if question and context.search.is_local:
        earlier = transcript.earlier_texts(messages, context.limits.history)
        context.search.start(question, earlier, state.get("subject"))
    verdict = await inspection.inspect(question, state, context)
    finding = verdict.finding
    is_too_long = len(messages) > context.limits.messages
    # A record may say whether somebody is old enough for a place.
    if is_too_long or (finding and finding.category != checks.AGE):
        context.search.cancel()
    if finding and finding.category in checks.URGENT:
        # A long conversation is no reason to hang up.
        return _stopped(finding.category, state, verdict)
    if is_too_long:
        return _stopped("turn_limit", state)
    # A thumb may be the answer to what a guest was asked about a booking.
    if not transcript.has_words(question) and not bookings.is_decision(
        messages, context.bookings
    ):
        context.search.cancel()
        return {"query_type": "greeting", "router_confidence": 1.0}
    # Who says that the medics took him looks for nobody.
    may_be_taken_back = finding is None or finding.category == PRIVACY
    if may_be_taken_back and distress.is_taken_back(state, question):
        return _taken_back(verdict, state, context)
    if finding:
        return _of_finding(finding.category, question, state, verdict)
    return _answered(question, verdict, state, context)


def _of_finding(
    category: str, question: str, state: ConciergeState, verdict: GateVerdict
) -> dict[str, Any]:
    if category in LIKE_MEMORY and memory_requests.is_meant(question):
        return dict(MEMORY)
    return _stopped(category, state, verdict)


def _answered(
    question: str, verdict: GateVerdict, state: ConciergeState, context: Context
) -> dict[str, Any]:
    """The numbers for help are told in fixed words, whatever the records say."""
    asks_numbers = help_number_questions.are_asked(question, context.resort.name)
    if not asks_numbers or distress.is_after_emergency(state):
        return _let_pass(verdict, state, context)
    context.search.cancel()
    return {
        "query_type": "off_topic",
        "guardrail": help_number_questions.REPLY,
        "router_confidence": 1.0,
    }


def _taken_back(
    verdict: GateVerdict, state: ConciergeState, context: Context
) -> dict[str, Any]:
    """What is asked in the same breath is answered, with the numbers once more."""
    question = transcript.question(state["messages"])
    if normalise.has_question_mark(question):
        passed = _let_pass(verdict._replace(likely=""), state, context)
        return {**passed, "closing_reply": "after_withdrawal", "care": {}}
    context.search.cancel()
    return {**_stopped(distress.WITHDRAWAL, state), "care": {}}


def _let_pass(
    verdict: GateVerdict, state: ConciergeState, context: Context
) -> dict[str, Any]:
    if not context.search.is_local:
        earlier = transcript.earlier_texts(state["messages"], context.limits.history)
        question = transcript.question(state["messages"])
        context.search.start(question, earlier, state.get("subject"))
    context.send_status(replies.say("status_looking", context.language))
    if not verdict.likely:
        return {"query_type": None}
    closing_reply = fixed_replies.of_likely(verdict.likely)
    outcome = "help beside the answer" if closing_reply else "answered"
    judgement = verdict.judgement(verdict.likely, outcome)
    return {"query_type": None, "closing_reply": closing_reply, "judgement": judgement}


def _stopped(
    category: str, state: ConciergeState, verdict: GateVerdict | None = None
) -> dict[str, Any]:
    return {
        "judgement": verdict.judgement(category, "stopped") if verdict else {},
        "messages": [transcript.withhold(state["messages"][-1])],
        "query_type": QUERY_TYPES[category],
        "guardrail": category,
        "router_confidence": 1.0,
        **distress.record(state, category),
    }
