"""Builds regular expressions that run in time linear in the text.

RE2 does the matching. It has neither lookarounds nor backreferences, so the text that
must surround a match is given as `before` and `behind`. Patterns use the syntax of
`re`. Classes and word boundaries know the letters of all languages, unless the flag
`a` is set.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from weakref import WeakSet

import re2

from apps.infrastructure.patterns.matching import Match, Pattern
from apps.infrastructure.patterns.pattern_set import PatternSet

__all__ = [
    "Match",
    "Pattern",
    "PatternSet",
    "choice",
    "choices",
    "compile",
    "escape",
    "registered",
]
# Memory for RE2's automata; with less, it stays linear.
MEMORY = 8 << 20
_registry: WeakSet[Pattern] = WeakSet()


def compile(  # noqa: A001 - as in `re`
    source: str, flags: str = "", *, before: str = "", behind: str = ""
) -> Pattern:
    """Compiles a pattern in the syntax of `re`; flags are i, m, s and a.

    before, behind: patterns that must match on either side. Raises `re2.error` for a
    pattern that RE2 cannot express.
    """
    return _registered(Pattern(source, flags, (before, behind), _caller(), MEMORY))


def choice(sources: Iterable[str], *, memory: int) -> Pattern:
    """Compiles alternatives in RE2's own syntax, without groups to read."""
    return _registered(Pattern("|".join(sources), "an", ("", ""), _caller(), memory))


def choices(sources: Iterable[Iterable[str]], *, memory: int) -> PatternSet:
    """Several of them, which are searched for together.

    Raises `re2.error` for what RE2 cannot read.
    """
    patterns = PatternSet(list(map("|".join, sources)), _caller(), memory)
    for pattern in patterns.patterns:
        _registered(pattern)
    return patterns


def escape(text: str) -> str:
    return str(re2.escape(text))


def registered() -> list[Pattern]:
    """All patterns in use in this process, for the test of their speed."""
    return sorted(_registry, key=lambda pattern: (pattern.origin, pattern.pattern))


def _registered(pattern: Pattern) -> Pattern:
    _registry.add(pattern)
    return pattern


def _caller() -> str:
    """`module:line` of the caller that compiles a pattern."""
    frame = sys._getframe(2)
    return f"{frame.f_globals['__name__']}:{frame.f_lineno}"
