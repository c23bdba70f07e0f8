"""Whether a fact holds somewhere else than at the place that is asked about.

Words such as "casino" mean the resort in most questions, so a fact need not have them.
"In the casino" means that part of it, where the fact is told of another part.
"""

from __future__ import annotations

from apps.concierge.extractive.facts import Fact
from apps.infrastructure import patterns
from apps.language.word_forms import stems

# "At the casino" may well mean the whole resort.
_ASKED = patterns.compile(
    r"\b(?:in|on|inside|within) (?:the |your )?(?:main )?"
    r"(casino|gaming|hotel)\b( rooms?\b)?",
    "i",
)
_STATED = patterns.compile(
    r"\b(?:in|at|on|inside|to) (?:(?:all|every|each|any|most|some|of|the|our|your|"
    r"both|hotel|guest|casino) )*"
    r"(?:rooms?|suites?|towers?|hotels?|lobby|lobbies|casinos?)\b",
    "i",
)
_KINDS_OF_PLACES = frozenset({"room", "tower"})
_PARTS = frozenset(stems("casino gaming hotel"))


def lacking_words(question: str, fact: Fact) -> frozenset[str]:
    """Stems of the part of the resort that is asked about and is not the fact's;
    empty where the fact may hold there."""
    asked_part = _ASKED.search(question)
    if not asked_part or asked_part[2]:
        return frozenset()
    part = _PARTS.intersection(stems(asked_part[1]))
    has_place = fact.kind in _KINDS_OF_PLACES or _STATED.search(fact.text)
    if not has_place or part & {*stems(f"{fact.row} {fact.text}")}:
        return frozenset()
    return part
