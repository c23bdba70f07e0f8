"""The checks of a message: must-catch phrases first, then what was learnt.

Somebody in danger comes before everything else, whatever else a message holds: first
who may be hurt within minutes, then who is in a crisis.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from apps.concierge.guardrails import (
    ages,
    classifier,
    message_texts,
    phrases,
    text_variants,
)
from apps.concierge.guardrails.classifier import Judgement
from apps.concierge.guardrails.message_texts import MessageTexts
from apps.concierge.guardrails.phrases import Finding
from apps.concierge.guardrails.text_variants import TextVariants

EMERGENCY = "emergency"
CRISIS = "self_harm"
# What phrases are known of besides emergencies. Gambling, age and money are learnt
# alone.
ORDER = (CRISIS, "prompt_injection", "patron_privacy", "drink_driving")
WORRY = "responsible_gaming"
AGE = "age_verification"
# What nobody may talk the gate out of. Who means to drive drunk is told not to, however
# much it sounds like an emergency.
CERTAIN = frozenset({CRISIS, "prompt_injection", "drink_driving"})
# What is answered although the concierge is paused, full or busy.
URGENT = frozenset({EMERGENCY, CRISIS})
# Nobody in an emergency writes so much; invented stories of attackers are longer.
LONGEST_CRY = 600
# From here on what was learnt outweighs a phrase of another category.
OUTWEIGHS = 0.95
# From here on somebody is too young, whatever ages the message tells.
SURELY_YOUNG = 0.98
LEARNT = "learnt"
HUMAN = "human"
HELP = "help"
# A wish for a person is said in a few words; longer messages ask something else.
LONGEST_HUMAN_REQUEST = 400


class Reasons(NamedTuple):
    """What each part of the gate says of a message, for staff and for tests."""

    finding: Finding | None
    by_phrase: Finding | None
    by_weight: Judgement


def inspect(text: str, vector: Sequence[float] | None = None) -> Finding | None:
    """What stops this message before any model sees it; None lets it pass.

    vector: of the whole message, by the local sentence model.
    """
    return explain(text, vector).finding


def is_urgent(text: str) -> bool:
    """Whether somebody seems to be in danger, as far as the words alone tell."""
    return bool(urgency(text))


def urgency(text: str) -> str:
    """The category of a message of somebody in danger; empty for every other one."""
    finding = inspect(text)
    return finding.category if finding and finding.category in URGENT else ""


def likely_urgency(text: str, vector: Sequence[float] | None) -> str:
    """The same, also where danger is only likely: for whom waiting may be too long."""
    reasons = explain(text, vector)
    stopped = reasons.finding.category if reasons.finding else ""
    dangers = (stopped, reasons.by_weight.doubt)
    return next((category for category in dangers if category in URGENT), "")


def cry(text: str) -> Finding | None:
    """What the phrases of danger alone say of a text."""
    variants = text_variants.of(text)
    return phrases.surest((_emergency(variants), phrases.find(CRISIS, variants)))


def asks_for_human(text: str) -> bool:
    """Whether a guest asks for a person instead of the concierge."""
    variants = text_variants.of(text)
    is_short = len(variants.text) <= LONGEST_HUMAN_REQUEST
    return is_short and phrases.find(HUMAN, variants) is not None


def call_for_person(text: str) -> str:
    """`human` for a wish for a person, `help` for a mere call for help; else empty."""
    if asks_for_human(text):
        return HUMAN
    return HELP if phrases.find(HELP, text_variants.of(text)) else ""


def explain(text: str, vector: Sequence[float] | None = None) -> Reasons:
    return reasons_of(message_texts.read(text), vector)


def reasons_of(message: MessageTexts, vector: Sequence[float] | None) -> Reasons:
    """The same of a message that was read while its vector was being made."""
    variants = message.variants
    by_weight = classifier.judge(message, vector)
    emergency = _emergency(variants)
    is_certain = phrases.stops(emergency, by_weight, variants)
    if is_certain and not phrases.is_mention(emergency):
        return Reasons(emergency, emergency, by_weight)
    findings = [emergency, *(phrases.find(category, variants) for category in ORDER)]
    stopping = [own for own in findings if phrases.stops(own, by_weight, variants)]
    likely = phrases.surest(
        own for own in findings if phrases.is_likely(own, by_weight, variants)
    )
    decided = _decided(phrases.surest(stopping), by_weight)
    if likely and not (decided or by_weight.doubt):
        by_weight = replace(by_weight, doubt=likely.category)
    return _of_age(variants.text, Reasons(decided, phrases.surest(findings), by_weight))


def _emergency(variants: TextVariants) -> Finding | None:
    finding = phrases.find(EMERGENCY, variants)
    is_long = len(variants.text) > LONGEST_CRY
    if finding and is_long and phrases.find(phrases.ATTACK, variants):
        return None
    return finding


def _decided(by_phrase: Finding | None, by_weight: Judgement) -> Finding | None:
    """by_phrase: surely found."""
    category = by_weight.category
    learnt = Finding(category, LEARNT) if category else None
    if _is_crisis(by_phrase) or _is_crisis(learnt):
        return by_phrase if _is_crisis(by_phrase) else learnt
    if by_phrase and by_phrase.category in CERTAIN:
        return by_phrase
    if category == EMERGENCY:
        return learnt
    if by_phrase is None:
        return learnt
    if learnt and by_weight.chances[learnt.category] >= OUTWEIGHS:
        return learnt
    return by_phrase


def _of_age(text: str, reasons: Reasons) -> Reasons:
    """Nobody is too young in a message about people of 30.

    Who minds the children is in the records; the rule stands beside the answer.
    """
    finding, _, by_weight = reasons
    is_stopped = finding is not None and finding.category == AGE
    if not is_stopped and (finding or by_weight.doubt != AGE):
        return reasons
    # "She turns 21 in two weeks": what was learnt knows that she has not.
    is_surely_young = by_weight.chances.get(AGE, 0.0) >= SURELY_YOUNG
    if ages.are_adults(text) and not is_surely_young:
        by_weight = replace(by_weight, doubt="")
    elif ages.asks_for_child_care(text):
        by_weight = replace(by_weight, doubt=AGE)
    else:
        return reasons
    return reasons._replace(finding=None, by_weight=by_weight)


def _is_crisis(finding: Finding | None) -> bool:
    return finding is not None and finding.category == CRISIS
