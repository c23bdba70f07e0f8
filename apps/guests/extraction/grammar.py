"""What each language of `grammar.yaml` says, as patterns and tables.

Texts are read as `plain` leaves them, so an offset is the same in the message.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from apps.guests.fact_kinds import ENGLISH, LANGUAGES
from apps.infrastructure import patterns, yaml_files
from apps.language import normalise

GRAMMAR = Path(__file__).with_suffix(".yaml")
# No text that `plain` returns has this sign.
NEVER = r"\x00"
_PIECE = patterns.compile(r"\{([a-z_]+)\}")
_APOSTROPHES = str.maketrans(dict.fromkeys("\u2018\u2019\u00b4`\u02bc", "'"))


def plain(text: str) -> str:
    """Lower case without accents, sign for sign as long as the text."""
    text = text.replace("\x00", " ")
    if text.isascii():
        return text.lower()
    return "".join(map(_plain_sign, text.translate(_APOSTROPHES)))


@lru_cache(maxsize=4096)
def _plain_sign(sign: str) -> str:
    folded = normalise.folded(sign)
    return folded if len(folded) == 1 else sign


class Grammar:
    """The pieces of one language; a piece that it lacks matches nothing."""

    def __init__(self, page: Mapping[str, Any], language: str) -> None:
        self.language = language
        self._page = page
        self._patterns: dict[str, patterns.Pattern] = {}
        self._lists: dict[str, tuple[patterns.Pattern, ...]] = {}
        numbers = sorted(page["numbers"], key=len, reverse=True)
        self._num = rf"\d{{1,3}}|{'|'.join(numbers)}"

    def source(self, name: str) -> str:
        return str(self._page.get(name) or NEVER)

    def table(self, name: str) -> Mapping[str, Any]:
        return self._page.get(name) or {}

    def listed(self, name: str) -> tuple[str, ...]:
        return tuple(self._page.get(name) or ())

    def has(self, name: str) -> bool:
        return bool(self._page.get(name))

    def pattern(self, name: str) -> patterns.Pattern:
        if name not in self._patterns:
            self._patterns[name] = self.compiled(self.source(name))
        return self._patterns[name]

    def each(self, name: str) -> tuple[patterns.Pattern, ...]:
        """Of a piece that is a list."""
        if name not in self._lists:
            self._lists[name] = tuple(map(self.compiled, self.listed(name)))
        return self._lists[name]

    def built(self, name: str, source: str) -> patterns.Pattern:
        """A pattern of the code's own, kept under a name that no piece has."""
        if name not in self._patterns:
            self._patterns[name] = self.compiled(source)
        return self._patterns[name]

    def compiled(self, source: str, **more: str) -> patterns.Pattern:
        return patterns.compile(self._expanded(source, more))

    def expanded(self, name: str) -> str:
        """The source of a piece with those that it names put in."""
        return self._expanded(self.source(name), {})

    def number(self, text: str) -> int:
        return int(text) if text.isdigit() else int(self.table("numbers")[text])

    def _expanded(self, source: str, more: Mapping[str, str]) -> str:
        def piece(match: patterns.Match) -> str:
            name = match[1]
            if name == "num":
                return f"(?:{self._num})"
            inner = self._expanded(more.get(name) or self.source(name), more)
            return f"(?:{inner})"

        return str(_PIECE.sub(piece, source))


@cache
def of_language(language: str) -> Grammar:
    """That of English for a language without a page."""
    name = language if language in LANGUAGES else ENGLISH
    return Grammar(_pages()[name], name)


@cache
def _pages() -> Mapping[str, Any]:
    pages: Mapping[str, Any] = yaml_files.read(GRAMMAR)
    return pages
