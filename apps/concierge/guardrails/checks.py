"""The checks of a message: must-catch phrases first, then what was learnt.

Somebody in danger comes before everything else, whatever else a message holds: first
who may be hurt within minutes, then who is in a crisis.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from apps.concierge.guardrails import (
    ages,
    classifier,
    message_texts,
    phrase_families,
    text_variants,
)
from apps.concierge.guardrails.classifier import Judgement
from apps.concierge.guardrails.message_texts import MessageTexts
from apps.concierge.guardrails.text_variants import TextVariants
from apps.concierge.guardrails.thresholds import (
    LONGEST_STOPPED_BY_PHRASE,
    MENTION_LIKELY_FROM,
    MENTION_STOPS_FROM,
    PHRASE_LIKELY_FROM,
    PHRASE_STOPS_FROM,
)

EMERGENCY = "emergency"
ORDER = (
    "self_harm",
    "prompt_injection",
    "responsible_gaming",
    "age_verification",
    "bsa_aml",
    "patron_privacy",
    "drink_driving",
)
CRISIS = ORDER[0]
WORRY = "responsible_gaming"
AGE = "age_verification"
# What nobody may talk the gate out of. Who means to drive drunk is told not to, however
# much it sounds like an emergency.
CERTAIN = frozenset({CRISIS, "prompt_injection", "drink_driving"})
# What may be answered with help beside it, where it is no more than likely.
GRADED = frozenset({WORRY, AGE, "bsa_aml", "patron_privacy"})
# What is answered although the concierge is paused, full or busy.
URGENT = frozenset({EMERGENCY, CRISIS})
# Nobody in an emergency writes so much; invented stories of attackers are longer.
LONGEST_CRY = 600
# From here on what was learnt outweighs a phrase of another category.
OUTWEIGHS = 0.95
# From here on somebody is too young, whatever ages the message tells.
SURELY_YOUNG = 0.98
LEARNT = "learnt"
# The family of words that ordinary messages borrow, dishes or a thermostat's settings:
# it counts unless what was learnt sees nothing.
MENTION = "mention"
HUMAN = "human"
HELP = "help"
# A wish for a person is said in a few words; longer messages ask something else.
LONGEST_HUMAN_REQUEST = 400


@dataclass(frozen=True, slots=True)
class Finding:
    """`rule` names the family of phrases that matched, for logs and staff."""

    category: str
    rule: str


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
    return _surest((_emergency(variants), check(CRISIS, variants)))


def is_mention(finding: Finding | None) -> bool:
    """Whether words were found that are said of dishes and televisions as well."""
    return finding is not None and finding.rule == MENTION


def asks_for_human(text: str) -> bool:
    """Whether a guest asks for a person instead of the concierge."""
    variants = text_variants.of(text)
    is_short = len(variants.text) <= LONGEST_HUMAN_REQUEST
    return is_short and check(HUMAN, variants) is not None


def call_for_person(text: str) -> str:
    """`human` for a wish for a person, `help` for a mere call for help; else empty."""
    if asks_for_human(text):
        return HUMAN
    return HELP if check(HELP, text_variants.of(text)) else ""


def explain(text: str, vector: Sequence[float] | None = None) -> Reasons:
    return reasons_of(message_texts.read(text), vector)


def reasons_of(message: MessageTexts, vector: Sequence[float] | None) -> Reasons:
    """The same of a message that was read while its vector was being made."""
    variants = message.variants
    by_weight, length = classifier.judge(message, vector), len(variants.text)
    emergency = _emergency(variants)
    if _stops(emergency, by_weight, length) and not is_mention(emergency):
        return Reasons(emergency, emergency, by_weight)
    findings = [emergency, *(check(category, variants) for category in ORDER)]
    stopping = _surest(
        finding for finding in findings if _stops(finding, by_weight, length)
    )
    likely = _surest(finding for finding in findings if _is_likely(finding, by_weight))
    decided = _decided(stopping, by_weight)
    if likely and not (decided or by_weight.doubt):
        by_weight = replace(by_weight, doubt=likely.category)
    return _of_age(variants.text, Reasons(decided, _surest(findings), by_weight))


def _stops(finding: Finding | None, by_weight: Judgement, length: int) -> bool:
    """Whether a phrase is so little contradicted by what was learnt that it decides.

    length: of the whole message.
    """
    if finding is None or not _is_likely(finding, by_weight):
        return False
    if length > LONGEST_STOPPED_BY_PHRASE and finding.category in GRADED:
        return by_weight.suspicion >= 1  # it is disguised
    least = MENTION_STOPS_FROM if is_mention(finding) else 0
    return by_weight.suspicion >= max(least, PHRASE_STOPS_FROM[finding.category])


def _is_likely(finding: Finding | None, by_weight: Judgement) -> bool:
    """Whether a phrase is more than a coincidence."""
    if finding is None:
        return False
    least = PHRASE_LIKELY_FROM[finding.category]
    return by_weight.suspicion >= (
        MENTION_LIKELY_FROM if is_mention(finding) else least
    )


def check(category: str, variants: TextVariants) -> Finding | None:
    """One category's families over all variants of a message."""
    page = phrase_families.page(category)
    views = [(page.spaced, variants.spaced), (page.marked, variants.marked)]
    if variants.squeezed:
        views.insert(1, (page.squeezed, variants.squeezed))
    return _surest(
        Finding(category, family.name)
        for families, text in views
        for family in families.matching(text)
    )


def _surest(findings: Iterable[Finding | None]) -> Finding | None:
    """The first that is no mention; without one the first mention."""
    mention = None
    for finding in findings:
        if finding and not is_mention(finding):
            return finding
        mention = mention or finding
    return mention


def _emergency(variants: TextVariants) -> Finding | None:
    finding = check(EMERGENCY, variants)
    is_long = len(variants.text) > LONGEST_CRY
    if finding and is_long and check("prompt_injection", variants):
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
