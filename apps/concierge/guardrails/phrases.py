"""What the phrases find in a message, and how far each finding is believed.

What was learnt grades them: a phrase stops a message, or makes its category likely, or
was a coincidence.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from apps.concierge.guardrails import phrase_families
from apps.concierge.guardrails.classifier import Judgement
from apps.concierge.guardrails.message_texts import LONGEST_VECTOR
from apps.concierge.guardrails.text_variants import WINDOW, TextVariants
from apps.concierge.guardrails.thresholds import (
    LONGEST_STOPPED_BY_PHRASE,
    MENTION_LIKELY_FROM,
    PHRASE_LIKELY_FROM,
    PHRASE_STOPS_FROM,
)

# The family of words that ordinary messages borrow, dishes or a thermostat's settings:
# it counts for nothing where what was learnt sees nothing.
MENTION = "mention"
ATTACK = "prompt_injection"
PRIVACY = "patron_privacy"


@dataclass(frozen=True, slots=True)
class Finding:
    """`rule` names the family of phrases that matched, for logs and staff."""

    category: str
    rule: str


def is_mention(finding: Finding | None) -> bool:
    """Whether words were found that are said of dishes and televisions as well."""
    return finding is not None and finding.rule == MENTION


def find(category: str, variants: TextVariants) -> Finding | None:
    """One category's families over all variants of a message."""
    page = phrase_families.page(category)
    views = [(page.spaced, variants.spaced), (page.marked, variants.marked)]
    if variants.squeezed:
        views.insert(1, (page.squeezed, variants.squeezed))
    return surest(
        Finding(category, family.name)
        for families, text in views
        for family in families.matching(text)
    )


def surest(findings: Iterable[Finding | None]) -> Finding | None:
    """The first that is no mention; without one the first mention."""
    mention = None
    for finding in findings:
        if finding and not is_mention(finding):
            return finding
        mention = mention or finding
    return mention


def stops(
    finding: Finding | None, by_weight: Judgement, variants: TextVariants
) -> bool:
    """Whether a phrase is so little contradicted by what was learnt that it decides."""
    if finding is None or not is_likely(finding, by_weight, variants):
        return False
    if _is_hidden(finding, variants):
        return True
    category = finding.category
    if category == PRIVACY and _is_long(variants):
        return False
    # "He told me to ignore all instructions. When is he on?" is judged as one text.
    is_of_whole = category == ATTACK and len(variants.text) <= LONGEST_VECTOR
    chance = by_weight.chance_of_harm if is_of_whole else by_weight.suspicion
    return chance >= PHRASE_STOPS_FROM[category]


def _is_long(variants: TextVariants) -> bool:
    return len(variants.as_typed.encode()) > LONGEST_STOPPED_BY_PHRASE


def is_likely(
    finding: Finding | None, by_weight: Judgement, variants: TextVariants
) -> bool:
    """Whether a phrase is more than a coincidence."""
    if finding is None:
        return False
    least = PHRASE_LIKELY_FROM[finding.category]
    if is_mention(finding):
        least = MENTION_LIKELY_FROM
    return _is_hidden(finding, variants) or by_weight.suspicion >= least


def _is_hidden(finding: Finding, variants: TextVariants) -> bool:
    """Whether it stands where what was learnt may have missed it: in a message of which
    only parts were read, or in disguise."""
    return len(variants.text) > WINDOW or _is_disguised(finding, variants)


def _is_disguised(finding: Finding, variants: TextVariants) -> bool:
    """Whether the phrase is not in the words as shown: somebody has hidden it."""
    if not variants.is_disguised:
        return False
    page = phrase_families.page(finding.category)
    shown = [
        *page.spaced.matching(variants.as_typed),
        *page.marked.matching(variants.marked),
    ]
    return finding.rule not in {family.name for family in shown}
