"""Concepts that a message speaks of, whatever its language.

A pair of concepts tells more than either: a relative and a table are a family evening;
a relative, a table and a debt are not.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from pathlib import Path

from apps.concierge.guardrails import phrase_syntax
from apps.infrastructure import patterns, yaml_files
from apps.infrastructure.patterns import PatternSet

WORDS = Path(__file__).with_name("concepts.yaml")
_MEMORY = 16 << 20


def in_text(text: str) -> list[str]:
    """Concepts in the order of the file; `text` is a window of `TextVariants`."""
    names, patterns_of_names = _concepts()
    return [names[index] for index in patterns_of_names.matching(text)]


def names(text: str) -> list[str]:
    """Every concept, and every pair of them."""
    concepts = in_text(text)
    return [*concepts, *("+".join(pair) for pair in combinations(concepts, 2))]


@cache
def _concepts() -> tuple[tuple[str, ...], PatternSet]:
    words_of: dict[str, str] = yaml_files.read(WORDS)
    phrases = (map(_spaced, words.split(",")) for words in words_of.values())
    return tuple(words_of), patterns.choices(phrases, memory=_MEMORY)


def _spaced(word: str) -> str:
    return phrase_syntax.spaced(word.strip(), {})
