"""Concepts that a message speaks of, whatever its language.

A pair of concepts tells more than either: a relative and a table are a family evening;
a relative, a table and a debt are not.
"""

from __future__ import annotations

from collections.abc import Container
from functools import cache
from itertools import combinations
from pathlib import Path

from apps.concierge.guardrails import phrase_syntax
from apps.infrastructure import patterns, yaml_files

WORDS = Path(__file__).with_name("concepts.yaml")
_MEMORY = 16 << 20


def in_text(text: str, candidates: Container[str] | None = None) -> list[str]:
    """Concepts in the order of the file; `text` is a window of `TextVariants`.

    candidates: the only concepts to look for; by default every one.
    """
    return [
        name
        for name, pattern in _patterns()
        if (candidates is None or name in candidates) and pattern.search(text)
    ]


def names(text: str, candidates: Container[str] | None = None) -> list[str]:
    """Every concept, and every pair of them."""
    concepts = in_text(text, candidates)
    return [*concepts, *("+".join(pair) for pair in combinations(concepts, 2))]


@cache
def _patterns() -> tuple[tuple[str, patterns.Pattern], ...]:
    concepts: dict[str, str] = yaml_files.read(WORDS)
    return tuple(
        (
            name,
            patterns.choice(map(_spaced, words.split(",")), memory=_MEMORY),
        )
        for name, words in concepts.items()
    )


def _spaced(word: str) -> str:
    return phrase_syntax.spaced(word.strip(), {})
