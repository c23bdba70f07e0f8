"""Many patterns searched in one text at once.

RE2 looks for the literals that the patterns need, all in one pass, and tries only the
patterns whose literals are there. Source: `re2/filtered_re2.h`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from re2 import _re2

from apps.infrastructure.patterns import syntax
from apps.infrastructure.patterns.matching import Engine, Pattern

# With the literals of more patterns, one pass takes longer than several of few.
TOGETHER = 10


class PatternSet:
    """patterns: in the order in which they were given, each also for itself."""

    def __init__(self, sources: Sequence[str], origin: str, memory: int) -> None:
        """sources: in RE2's own syntax, for texts in lower case."""
        parts = [
            sources[start : start + TOGETHER]
            for start in range(0, len(sources), TOGETHER)
        ]
        self._filters = [_filter(part, memory) for part in parts]
        self.patterns = tuple(
            _Member(source, origin, filtered.GetRE2(index))
            for filtered, part in zip(self._filters, parts, strict=True)
            for index, source in enumerate(part)
        )

    def matching(self, text: str) -> Iterator[int]:
        """The indices of the patterns that match anywhere in the text, ascending."""
        raw = text.encode(errors="replace")
        for number, filtered in enumerate(self._filters):
            for index in sorted(filtered.Match(raw, False)):
                yield number * TOGETHER + index


class _Member(Pattern):
    """A pattern that the filter has compiled already."""

    def __init__(self, source: str, origin: str, regexp: Any) -> None:
        self._regexp = regexp
        super().__init__(source, "an", ("", ""), origin, 0)

    def _built(self, *_: Any, **__: Any) -> Engine:
        return Engine(self._regexp.Match, 0, {})


def _filter(sources: Sequence[str], memory: int) -> Any:
    """Raises ValueError where RE2 cannot read a source, or has too many literals."""
    filtered = _re2.Filter()
    options = syntax.options("an", memory)
    for source in sources:
        if filtered.Add(source.encode(), options) < 0:
            raise ValueError(f"RE2 cannot read {source[:80]!r}.")
    if not filtered.Compile():
        raise ValueError(f"{len(sources)} patterns have too many literals together.")
    return filtered
