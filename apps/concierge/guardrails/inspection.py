"""What the gate makes of a message: its words, its vector, and what may excuse it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from apps.concierge import bookings, transcript
from apps.concierge.context import Context, Search
from apps.concierge.guardrails import (
    checks,
    distress,
    known_ages,
    message_texts,
    names,
    phrases,
    second_opinion,
)
from apps.concierge.guardrails.phrases import Finding
from apps.concierge.guardrails.thresholds import REFUSED_TO_MINOR
from apps.concierge.state import ConciergeState

log = logging.getLogger(__name__)

# Up to here the gate takes a few milliseconds; a thread would cost the guest more.
SHORT_CHARS = 300
# From these chances of an emergency on, despair behind one is about it: certain
# despair, and what may be despair ("nobody comes").
SAME_EMERGENCY = 0.25
LIKELY_SAME_EMERGENCY = 0.1


class GateVerdict(NamedTuple):
    """finding: what stops the message. likely: the category that is not certain enough
    to do so, or empty. reasons: of the words that decided."""

    finding: Finding | None
    likely: str
    reasons: checks.Reasons

    def judgement(self, category: str, outcome: str) -> dict[str, Any]:
        """For the trace: what it was taken for, how surely, by what; what was done."""
        _, by_phrase, by_weight = self.reasons
        return {
            "category": category,
            "chance": round(by_weight.chances.get(category, 0.0), 3),
            "suspicion": round(by_weight.suspicion, 3),
            "in_part": round(by_weight.in_part, 3),
            "phrase": by_phrase.category if by_phrase else "",
            "decided_by": self.finding.rule if self.finding else checks.LEARNT,
            "outcome": outcome,
        }


async def inspect(
    question: str, state: ConciergeState, context: Context
) -> GateVerdict:
    """What the gate makes of the message.

    A row called Heart Attack Grill is no emergency, and a singer whose show is in the
    records is no guest whom somebody looks for.
    """
    vector, reasons = await _vector_and_reasons(question, context.search)
    if names.may_be_all(reasons.finding or _likely_phrase(reasons)):
        rows = context.search.named(question)
        # Signs and apostrophes are part of a cry; only a name takes them away.
        if remaining := names.replaced(question, rows):
            own_vector = await _vector_of(remaining, context)
            without_names = await _explained(remaining, own_vector)
            if names.was_all(without_names):
                reasons = without_names
    if distress.is_after_emergency(state):
        reasons = _of_same_emergency(reasons)
    finding = reasons.finding or await _misspelt(question, vector, reasons, context)
    category, messages = finding.category if finding else "", state["messages"]
    own = context.bookings
    if finding and not await bookings.are_meant_after_all(category, messages, own):
        return GateVerdict(finding, "", reasons)
    finding, likely = await _unsure(question, reasons.by_weight.doubt, state, context)
    if likely and (
        bookings.are_introduced(likely, messages, own)
        or await bookings.are_meant_after_all(likely, messages, own)
    ):
        likely = ""
    # "That would suit me down to the ground" sends a request.
    if likely == checks.CRISIS and bookings.is_decision(messages, own):
        likely = ""
    return GateVerdict(finding, likely, reasons)


def _likely_phrase(reasons: checks.Reasons) -> Finding | None:
    """What the words make likely, though they are not enough to stop the message."""
    return reasons.by_phrase if reasons.by_weight.doubt else None


def _of_same_emergency(reasons: checks.Reasons) -> checks.Reasons:
    """What sounds like despair ("I am alone with him") is of the emergency before."""
    finding, _, by_weight = reasons
    chance = by_weight.chances.get(checks.EMERGENCY, 0.0)
    is_certain = finding == Finding(checks.CRISIS, checks.LEARNT)
    if is_certain and chance >= SAME_EMERGENCY:
        return reasons._replace(finding=Finding(checks.EMERGENCY, checks.LEARNT))
    if by_weight.doubt == checks.CRISIS and chance >= LIKELY_SAME_EMERGENCY:
        by_weight = replace(by_weight, doubt=checks.EMERGENCY)
    return reasons._replace(by_weight=by_weight)


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
    question = transcript.question(state["messages"])
    chance = by_weight.chances.get(checks.AGE, 0.0)
    is_for_minor = known_ages.is_of_company(state, question) or (
        known_ages.is_minor(state) and chance >= REFUSED_TO_MINOR
    )
    if by_weight.category == checks.AGE and is_for_minor:
        return Finding(checks.AGE, known_ages.RULE), ""
    if by_phrase and by_phrase.category == checks.AGE:
        return None, checks.AGE
    is_likely = checks.AGE in (by_weight.category, by_weight.doubt)
    is_enough = chance >= known_ages.beside_from(state, question)
    return None, checks.AGE if is_likely and is_enough else ""


async def _misspelt(
    question: str,
    vector: Sequence[float] | None,
    reasons: checks.Reasons,
    context: Context,
) -> Finding | None:
    """Danger, or a sign of problem gambling, in words that no phrase matched.

    reasons: of the question as it was typed.
    """
    plain = context.search.plain(question)
    if plain == question:
        return None
    cry = checks.cry(plain)
    if cry == _likely_phrase(reasons):  # heard as typed, and not enough
        cry = None
    if phrases.is_mention(cry):
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


async def _vector_and_reasons(
    question: str, search: Search
) -> tuple[Sequence[float] | None, checks.Reasons]:
    """A short message is read here while a thread of the search makes its vector."""
    if not search.is_local or len(question) > SHORT_CHARS:
        vector = await _vector(search) if search.is_local else None
        return vector, await _explained(question, vector)
    await asyncio.sleep(0)  # the search hands the question to its thread
    message = message_texts.read(question)
    vector = await _vector(search)
    return vector, checks.reasons_of(message, vector)


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
