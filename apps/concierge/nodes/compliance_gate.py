"""Deterministic checks before anything else; no model."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Any, NamedTuple

from langgraph.runtime import Runtime

from apps.concierge import bookings, memory_requests, replies, transcript
from apps.concierge.answer import fixed_replies
from apps.concierge.context import Context, Search
from apps.concierge.guardrails import (
    checks,
    distress,
    known_ages,
    names,
    second_opinion,
)
from apps.concierge.guardrails.checks import Finding
from apps.concierge.state import ConciergeState, QueryType
from apps.language import normalise

log = logging.getLogger(__name__)

PRIVACY = "patron_privacy"
# Up to here the gate takes a few milliseconds; a thread would cost the guest more.
SHORT_CHARS = 300

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


class _Verdict(NamedTuple):
    """finding: what stops the message. likely: the category that is not certain enough
    to do so, or empty. reasons: of the words that decided."""

    finding: Finding | None
    likely: str
    reasons: checks.Reasons

    def judgement(self, category: str, outcome: str) -> dict[str, Any]:
        """For the trace: what it was taken for, how surely, by what; what was done."""
        chance = self.reasons.by_weight.chances.get(category, 0.0)
        return {
            "category": category,
            "chance": round(chance, 3),
            "decided_by": self.finding.rule if self.finding else checks.LEARNT,
            "outcome": outcome,
        }


async def compliance_gate(
    state: ConciergeState, runtime: Runtime[Context]
) -> dict[str, Any]:
    question = transcript.question(state["messages"])
    if memory_requests.is_whole(question):  # "forget all" is then no attack
        return {"query_type": "memory", "router_confidence": 1.0}
    change = await _judged(question, state, runtime.context)
    return {**change, **known_ages.change(state, question)}


async def _judged(
    question: str, state: ConciergeState, context: Context
) -> dict[str, Any]:
    messages = state["messages"]
    # A vector made in this process tells the gate more; nobody else may see it yet.
    if question and context.search.is_local:
        earlier = transcript.earlier_texts(messages, context.limits.history)
        context.search.start(question, earlier, state.get("subject"))
    verdict = await _inspect(question, state, context)
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
    if not transcript.has_words(question):
        context.search.cancel()
        return {"query_type": "greeting", "router_confidence": 1.0}
    # Who says that the medics took him looks for nobody.
    may_be_taken_back = finding is None or finding.category == PRIVACY
    if may_be_taken_back and distress.is_taken_back(state, question):
        return _taken_back(verdict, state, context)
    if finding:
        return _stopped(finding.category, state, verdict)
    return _let_pass(verdict, state, context)


def _taken_back(
    verdict: _Verdict, state: ConciergeState, context: Context
) -> dict[str, Any]:
    """What is asked in the same breath is answered, with the numbers once more."""
    question = transcript.question(state["messages"])
    if normalise.has_question_mark(question):
        passed = _let_pass(verdict._replace(likely=""), state, context)
        return {**passed, "closing_reply": "after_withdrawal", "care": {}}
    context.search.cancel()
    return {**_stopped(distress.WITHDRAWAL, state), "care": {}}


async def _inspect(question: str, state: ConciergeState, context: Context) -> _Verdict:
    """What the gate makes of the message.

    A row called Heart Attack Grill is no emergency, and a singer whose show is in the
    records is no guest whom somebody looks for.
    """
    vector = await _vector(context.search) if context.search.is_local else None
    reasons = await _explained(question, vector)
    if names.may_be_all(reasons.finding):
        rows = context.search.named(question)
        # Signs and apostrophes are part of a cry; only a name takes them away.
        if remaining := names.replaced(question, rows):
            own_vector = await _vector_of(remaining, context)
            without_names = await _explained(remaining, own_vector)
            if names.was_all(without_names):
                reasons = without_names
    finding = reasons.finding or await _misspelt(question, vector, context)
    category, messages = finding.category if finding else "", state["messages"]
    own = context.bookings
    if finding and not await bookings.are_meant_after_all(category, messages, own):
        return _Verdict(finding, "", reasons)
    finding, likely = await _unsure(question, reasons.by_weight.doubt, state, context)
    if likely and await bookings.are_meant_after_all(likely, messages, own):
        likely = ""
    return _Verdict(finding, likely, reasons)


async def _unsure(
    question: str, likely: str, state: ConciergeState, context: Context
) -> tuple[Finding | None, str]:
    """The same for a message that its own words do not stop."""
    is_urgent = likely in checks.URGENT
    if not is_urgent and distress.is_after_emergency(state):
        # What is asked then is about it, even where its own words say less.
        return None, checks.EMERGENCY
    text = known_ages.beside(question, state, context.language)
    if text and not is_urgent:
        finding, doubt = await _of_known_age(text, state, context)
        if finding or doubt:
            return finding, doubt
    if not likely:
        return None, ""
    verdict = await second_opinion.ask(question, likely, context)
    return verdict.finding, "" if verdict.is_harmless else likely


async def _of_known_age(
    text: str, state: ConciergeState, context: Context
) -> tuple[Finding | None, str]:
    """What stops a question that the guest is too young for; else the rule beside it.

    text: the question behind an age that was told before. An adult who is with somebody
    too young may ask for themselves, but not what those may do.
    """
    vector = await _vector_of(text, context)
    _, by_phrase, by_weight = await _explained(text, vector)
    is_for_minor = known_ages.is_minor(state) or known_ages.is_of_company(
        state, transcript.question(state["messages"])
    )
    if by_weight.category == checks.AGE and is_for_minor:
        return Finding(checks.AGE, known_ages.RULE), ""
    signs = {by_weight.category, by_weight.doubt, by_phrase and by_phrase.category}
    return None, checks.AGE if checks.AGE in signs else ""


async def _misspelt(
    question: str, vector: Sequence[float] | None, context: Context
) -> Finding | None:
    """Danger, or a sign of problem gambling, in words that no phrase matched."""
    plain = context.search.plain(question)
    if plain == question:
        return None
    cry = checks.cry(plain)
    if checks.is_mention(cry):
        return (await _explained(plain, vector)).finding
    is_emergency = cry is not None and cry.category == checks.EMERGENCY
    rows = context.search.named(plain) if is_emergency else ()
    if remaining := names.replaced(plain, rows):
        return checks.cry(remaining)
    if cry:
        return cry
    # Other findings do not count: repaired words may look like an attack.
    finding = (await _explained(plain, vector)).finding
    return finding if finding and finding.category == checks.WORRY else None


async def _explained(text: str, vector: Sequence[float] | None) -> checks.Reasons:
    """A long message keeps the gate busy for tens of milliseconds: not on the loop."""
    if len(text) <= SHORT_CHARS:
        return checks.explain(text, vector)
    return await asyncio.to_thread(checks.explain, text, vector)


async def _vector(search: Search) -> Sequence[float] | None:
    """The gate works without it; the same error is raised again with the results."""
    try:
        return await search.vector()
    except Exception:
        log.exception("the gate works without a vector")
        return None


async def _vector_of(text: str, context: Context) -> Sequence[float] | None:
    """Of a text that is not the question."""
    return await context.search.vector_of(text) if context.search.is_local else None


def _let_pass(
    verdict: _Verdict, state: ConciergeState, context: Context
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
    category: str, state: ConciergeState, verdict: _Verdict | None = None
) -> dict[str, Any]:
    return {
        "judgement": verdict.judgement(category, "stopped") if verdict else {},
        "messages": [transcript.withhold(state["messages"][-1])],
        "query_type": QUERY_TYPES[category],
        "guardrail": category,
        "router_confidence": 1.0,
        **distress.record(state, category),
    }
