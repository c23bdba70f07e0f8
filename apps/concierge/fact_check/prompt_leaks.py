"""Whether a sentence gives the concierge's own instructions away.

A canary stands in the prompt and nowhere else; and no run of `RUN` words of the
prompt's rules belongs into an answer.
"""

from __future__ import annotations

from functools import cache

from django.utils.crypto import salted_hmac

from apps.concierge import prompts
from apps.infrastructure import patterns

RUN = 7
_WORD = patterns.compile(r"[a-z']+")
_TAG = patterns.compile(r"<[^>]*>|\$\w+")


@cache
def canary() -> str:
    """Another one for every site, the same in all its processes."""
    return salted_hmac("apps.concierge.canary", "prompt").hexdigest()[:12]


def is_in(sentence: str) -> bool:
    if canary() in sentence:
        return True
    words = _WORD.findall(sentence.lower())
    return len(words) >= RUN and not _runs(words).isdisjoint(_rules())


@cache
def _rules() -> frozenset[tuple[str, ...]]:
    text = _TAG.sub("\n", prompts.source("concierge").lower())
    return frozenset(_runs(_WORD.findall(text)))


def _runs(words: list[str]) -> set[tuple[str, ...]]:
    return {tuple(words[start : start + RUN]) for start in range(len(words) - RUN + 1)}
