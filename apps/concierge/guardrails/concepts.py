"""Ideas that a message speaks of, whatever its language.

Pairs of ideas tell more than either: a relative and a table are a family evening, a
relative, a table and a debt are not.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from pathlib import Path

import yaml

from apps.concierge.guardrails import phrase_syntax
from apps.infrastructure import patterns

WORDS = Path(__file__).with_name("concepts.yaml")
_MEMORY = 16 << 20


def found(text: str) -> list[str]:
    """Ideas in the order of the file; `text` is a window of `readings.Reading`."""
    return [name for name, pattern in _patterns() if pattern.search(text)]


def names(text: str) -> list[str]:
    """Every idea, and every pair of them."""
    ideas = found(text)
    return [*ideas, *(f"{one}+{two}" for one, two in combinations(ideas, 2))]


@cache
def _patterns() -> tuple[tuple[str, patterns.Pattern], ...]:
    page: dict[str, str] = yaml.safe_load(WORDS.read_text(encoding="utf-8"))
    return tuple(
        (
            name,
            patterns.choice(map(_spaced, words.split(",")), memory=_MEMORY),
        )
        for name, words in page.items()
    )


def _spaced(word: str) -> str:
    return phrase_syntax.spaced(word.strip(), {})
