"""Rows that a guest calls by a part of their name, or by what they are."""

from __future__ import annotations

from collections.abc import Sequence

from apps.infrastructure import patterns
from apps.knowledge.question.focus import GENERIC, Known, Name, normal

# "The steakhouse", "the indoor pool": up to three words that may name a row in part.
PART = patterns.compile(r"\bthe ((?:[a-z0-9]+ ?){1,3})")
SHORTEST_PART = 3
# Words of names that are said of many other things too.
_EVERYDAY = """
best day days evening first free gaming hours last live main music new next night
nights old one open other resort second show shows sun third time tonight week weekend
what world
"""
EVERYDAY = frozenset(_EVERYDAY.split())


def alike(
    text: str, known: Known, sorts: Sequence[tuple[Name, str]] = ()
) -> tuple[str, list[Name]]:
    """What a text calls "the ..." where only a part of a name is said, and whose it is.

    `steak house` and the steak houses of "When does the steakhouse close?"; nothing
    where no name holds the words. `sorts` are rows with what they are, such as a spa.
    """
    for found in PART.finditer(normal(text)):
        words = found[1].split()
        for count in range(len(words), 0, -1):
            said = " ".join(words[:count])
            rows = _holders(said, known, sorts) if _is_telling(words[:count]) else []
            if rows:
                return said, rows
    return "", []


def _holders(said: str, known: Known, sorts: Sequence[tuple[Name, str]]) -> list[Name]:
    part = f" {said} "
    named = [one for one in known.names if not one.is_core]
    rows = [one for one in named if part in f" {one.words} "]
    rows += [name for name, sort in sorts if part in normal(sort)]
    return list({one.item_id: one for one in reversed(rows)}.values())[::-1]


def _is_telling(words: Sequence[str]) -> bool:
    """Whether one of the words could only be part of a name or of a kind of place."""
    own = [word for word in words if word not in GENERIC | EVERYDAY]
    return any(len(word) >= SHORTEST_PART for word in own)
