"""Tells messages that answer the concierge, and ask nothing, from questions."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from apps.infrastructure import yaml_files
from apps.language.normalise import folded
from apps.language.spelling import vocabulary
from apps.language.vocabulary import numerals

WORDS = Path(__file__).with_name("bare_replies.yaml")


def is_bare(text: str) -> bool:
    """Whether it is assent, denial, thanks, a greeting, a choice ("the second one",
    "make it 3") or a number alone."""
    words = map(folded, vocabulary.WORD.findall(text))
    return all(word in numerals.NUMBERS or word in _bare_words() for word in words)


@cache
def _bare_words() -> frozenset[str]:
    """In folded letters."""
    lists: dict[str, str] = yaml_files.read(WORDS)
    return frozenset(word for words in lists.values() for word in words.split())
