"""The way to build a regular expression: its work grows with the text and nothing else.

RE2 does the matching; it has neither lookarounds nor backreferences. What has to stand
before or behind a match, and is no part of it, is given apart. Patterns are written and
matched as those of `re`: classes and the word boundaries around a pattern know the
letters of all languages, unless the flag `a` says otherwise.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from weakref import WeakSet

import re2

from apps.infrastructure.patterns.matching import Match, Pattern

__all__ = ["Match", "Pattern", "choice", "compile", "escape", "registered"]
# Room for RE2's automata; it stays linear when it has to do without.
MEMORY = 8 << 20
_registry: WeakSet[Pattern] = WeakSet()


def compile(  # noqa: A001 - as in `re`
    source: str, flags: str = "", *, before: str = "", behind: str = ""
) -> Pattern:
    """A pattern of `re`'s syntax with some of its flags: i, m, s and a.

    before, behind: patterns of what has to stand on either side. Raises `re2.error` for
    what RE2 cannot express.
    """
    return _registered(Pattern(source, flags, (before, behind), _caller(), MEMORY))


def choice(sources: Iterable[str], *, memory: int) -> Pattern:
    """Any of many patterns that are written for RE2, without groups to read."""
    return _registered(Pattern("|".join(sources), "an", ("", ""), _caller(), memory))


def escape(text: str) -> str:
    return str(re2.escape(text))


def registered() -> list[Pattern]:
    """Every pattern of this process that is in use, for the test of their speed."""
    return sorted(_registry, key=lambda pattern: (pattern.origin, pattern.pattern))


def _registered(pattern: Pattern) -> Pattern:
    _registry.add(pattern)
    return pattern


def _caller() -> str:
    """`module:line` of who asks for a pattern."""
    frame = sys._getframe(2)
    return f"{frame.f_globals['__name__']}:{frame.f_lineno}"
