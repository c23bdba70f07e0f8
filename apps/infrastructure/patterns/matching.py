"""Matching with RE2 behind the interface of `re`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, NamedTuple

import re2

from apps.infrastructure.patterns import syntax

# Its public methods take two thirds of a search of few words; these are what they call.
WRITTEN_FOR = {"google-re2": "1.1.20251105"}
_ANYWHERE = re2._re2.RE2.Anchor.UNANCHORED
_AT_START = re2._re2.RE2.Anchor.ANCHOR_START
_WHOLE = re2._re2.RE2.Anchor.ANCHOR_BOTH
Replacement = str | Callable[["Match"], str]
Span = tuple[int, int]
_BOUNDARY = r"\b"
_NO_WORD_BEFORE, _NO_WORD_BEHIND = r"^|\W", r"\W|$"


class Match:
    """A match; group 0 is the match without its surroundings."""

    __slots__ = ("_names", "_spans", "_text")

    def __init__(self, text: str, spans: list[Span], names: dict[str, int]) -> None:
        self._text, self._spans, self._names = text, spans, names

    def span(self, group: int | str = 0) -> Span:
        """(-1, -1) for a group that did not match."""
        return self._spans[self._names[group] if isinstance(group, str) else group]

    def start(self, group: int | str = 0) -> int:
        return self.span(group)[0]

    def end(self, group: int | str = 0) -> int:
        return self.span(group)[1]

    def group(self, group: int | str = 0) -> Any:
        """None for a group that did not match."""
        start, end = self.span(group)
        return None if start < 0 else self._text[start:end]

    __getitem__ = group

    def groups(self, default: str | None = None) -> tuple[Any, ...]:
        every = (self.group(index) for index in range(1, len(self._spans)))
        return tuple(default if text is None else text for text in every)


class Engine(NamedTuple):
    """core: number of the group that holds the match without its surroundings.

    spans: of the first match and its groups between two bytes; (-1, -1) for none.
    """

    spans: Callable[[Any, bytes, int, int], list[Span]]
    core: int
    names: dict[str, int]


class Pattern:
    """What `compile` returns. origin: module and line of the caller."""

    def __init__(
        self, source: str, flags: str, around: tuple[str, str], origin: str, memory: int
    ) -> None:
        self.pattern, self.flags, self.origin = source, flags, origin
        self._around, self._memory = around, memory
        self._is_ascii = "a" in flags
        self._runs = None if any(around) else syntax.of_runs(source, flags)
        if self._runs is None:
            self._plain  # noqa: B018 - a wrong pattern fails where it is written

    def __repr__(self) -> str:
        return f"<Pattern {self.origin} {self.pattern[:40]!r}>"

    def search(self, text: str) -> Match | None:
        run = self._runs and self._runs.search(text)
        return self._first(text, run, _ANYWHERE)

    def match(self, text: str) -> Match | None:
        """Matches at the beginning of the text."""
        run = self._runs and self._runs.match(text)
        match = self._first(text, run, _AT_START)
        return match if match and match.start() == 0 else None

    def fullmatch(self, text: str) -> Match | None:
        run = self._runs and self._runs.fullmatch(text)
        match = self._first(text, run, _WHOLE)
        return match if match and match.start() == 0 else None

    def finditer(self, text: str) -> Iterator[Match]:
        if self._runs:
            runs = self._runs.finditer(text)
            return (Match(text, [run.span()], {}) for run in runs)
        return self._finditer(text)

    def findall(self, text: str) -> list[Any]:
        """All matches as texts; of their groups if the pattern has any, as in `re`."""
        if self._runs:
            return self._runs.findall(text)
        return [_listed(match) for match in self.finditer(text)]

    def sub(self, replacement: Replacement, text: str) -> str:
        """A string is inserted as it is; backslashes do not refer to groups."""
        pieces, end = [], 0
        for match in self.finditer(text):
            new = replacement if isinstance(replacement, str) else replacement(match)
            pieces += [text[end : match.start()], new]
            end = match.end()
        return "".join([*pieces, text[end:]]) if pieces else text

    def split(self, text: str) -> list[str]:
        """The texts between the matches, without the groups."""
        pieces, end = [], 0
        for match in self.finditer(text):
            pieces.append(text[end : match.start()])
            end = match.end()
        return [*pieces, text[end:]]

    def _finditer(self, text: str) -> Iterator[Match]:
        """Continues at the end of a match; its surroundings may begin the next."""
        engine, raw = self._engine(text), text.encode(errors="replace")
        at, anchor, size = 0, (0, 0), len(raw)
        while (spans := engine.spans(_ANYWHERE, raw, at, size))[0][0] >= 0:
            spans = spans[engine.core :]
            start, end = spans[0]
            if size > len(text):
                spans = _in_characters(raw, spans, anchor)
                anchor = end, spans[0][1]
            yield Match(text, spans, engine.names)
            at = end if end > start else _next_character(raw, end)
            if at >= size:
                return

    def _first(self, text: str, run: re.Match[str] | None, anchor: Any) -> Match | None:
        """run: what the standard library found, for patterns that it matches."""
        if self._runs:
            return run and Match(text, [run.span()], {})
        engine, raw = self._engine(text), text.encode(errors="replace")
        spans = engine.spans(anchor, raw, 0, len(raw))
        if spans[0][0] < 0:
            return None
        spans = spans[engine.core :]
        if len(raw) > len(text):
            spans = _in_characters(raw, spans, (0, 0))
        return Match(text, spans, engine.names)

    def _engine(self, text: str) -> Engine:
        return self._plain if self._is_ascii or text.isascii() else self._wide

    @cached_property
    def _plain(self) -> Engine:
        """For ASCII texts, where RE2 and `re` agree on what a word is."""
        return self._built(self.pattern, *self._around, classes=syntax.PLAIN)

    @cached_property
    def _wide(self) -> Engine:
        """For texts in all languages; built when it is first needed."""
        choices, (before, behind) = syntax.choices(self.pattern), self._around
        if not before and all(one[:1] == [_BOUNDARY] for one in choices):
            choices, before = [one[1:] for one in choices], _NO_WORD_BEFORE
        if not behind and all(one[-1:] == [_BOUNDARY] for one in choices):
            choices, behind = [one[:-1] for one in choices], _NO_WORD_BEHIND
        source = "|".join("".join(one) for one in choices)
        return self._built(source, before, behind, classes=syntax.WIDE)

    def _built(
        self, source: str, before: str, behind: str, classes: dict[str, str]
    ) -> Engine:
        whole = f"(?:{before})({source})(?:{behind})"
        core = int(bool(before or behind))
        regexp = syntax.built(
            whole if core else source, self.flags, classes, self._memory
        )
        names = {name: index - core for name, index in regexp.groupindex.items()}
        return Engine(regexp._regexp.Match, core, names)


# Of a letter of several bytes, all but the first begin with these two bits.
CONTINUATION = 0x80


def _next_character(raw: bytes, at: int) -> int:
    """Where the character after the one at this offset begins, in UTF-8."""
    at += 1
    while at < len(raw) and raw[at] & 0xC0 == CONTINUATION:
        at += 1
    return at


def _in_characters(raw: bytes, spans: list[Span], anchor: Span) -> list[Span]:
    """Converts spans of bytes into characters; `anchor` is an offset in both units."""
    anchor_byte, anchor_character = anchor

    def counted(offset: int) -> int:
        return (
            anchor_character + len(raw[anchor_byte:offset].decode())
            if offset >= 0
            else -1
        )

    return [(counted(start), counted(end)) for start, end in spans]


def _listed(match: Match) -> Any:
    groups = match.groups("")
    return match.group() if not groups else groups[0] if len(groups) == 1 else groups
