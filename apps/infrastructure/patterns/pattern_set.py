"""Many patterns searched in one text at once.

RE2 looks for the literals that the patterns need, all in one pass, and tries only the
patterns whose literals are there. Source: `re2/filtered_re2.h`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import re2

from apps.infrastructure.patterns import syntax
from apps.infrastructure.patterns.matching import Engine, Pattern

# With the literals of more patterns, one pass takes longer than several of few.
MOST_TOGETHER = 10


class PatternSet:
    """patterns: in the order in which they were given, each also for itself."""

    def __init__(self, sources: Sequence[str], origin: str, memory: int) -> None:
        """sources: in RE2's own syntax, for texts in lower case."""
        parts = [
            sources[start : start + MOST_TOGETHER]
            for start in range(0, len(sources), MOST_TOGETHER)
        ]
        self._filters = [_filter(part, memory) for part in parts]
        self.patterns = tuple(
            _Member(source, origin, filtered, index)
            for filtered, part in zip(self._filters, parts, strict=True)
            for index, source in enumerate(part)
        )

    def matching(self, text: str) -> Iterator[int]:
        """The indices of the patterns that match anywhere in the text, ascending."""
        raw = text.encode(errors="replace")
        for number, filtered in enumerate(self._filters):
            for index in sorted(filtered.Match(raw) or ()):
                yield number * MOST_TOGETHER + index


class _Member(Pattern):
    """A pattern that the filter has compiled already, and owns."""

    def __init__(
        self, source: str, origin: str, filtered: re2.Filter, index: int
    ) -> None:
        self._filter, self._index = filtered, index
        super().__init__(source, "an", ("", ""), origin, 0)

    def _built(self, *_: Any, **__: Any) -> Engine:
        return Engine(self._filter.re(self._index)._regexp.Match, 0, {})


def _filter(sources: Sequence[str], memory: int) -> re2.Filter:
    """Raises `re2.error` for what RE2 cannot read, or too many literals."""
    filtered = re2.Filter()
    options = syntax.options("an", memory)
    for source in sources:
        filtered.Add(source, options)
    filtered.Compile()
    return filtered
