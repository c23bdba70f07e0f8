"""Tells whether a guest's words name a person, an address, a room or a document.

Patterns of seven languages, and lists of first names. A harmless question that is taken
for a personal one is only left out of what others read, so doubt counts as personal.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from apps.infrastructure import patterns, yaml_files
from apps.language.normalise import folded
from apps.language.spelling import word_lists
from apps.privacy import redaction

PATTERNS = Path(__file__).with_suffix(".yaml")
CERTAIN = ("address", "room", "document", "birthday")
CAPITALISED = r"(?-i:[A-Z\x{c0}-\x{de}])[\w'\x{2019}-]*"
PIECES = {
    "{name}": rf"(?P<name>{CAPITALISED}(?: {CAPITALISED}){{0,2}})",
    "{words}": r"(?P<name>\w[\w'\x{2019}-]*(?: \w[\w'\x{2019}-]*)?)",
}
# Frequent words are no names, even where they have a capital.
MOST_FREQUENT = 1200
SHORTEST_NAME = 2
WORD = patterns.compile(r"[^\W\d_]+")
_GENITIVE = patterns.compile(r"['\x{2019}]s$")


@dataclass(frozen=True)
class NameLists:
    """Words in lower case, without accents."""

    first_names: frozenset[str]
    ambiguous_names: frozenset[str]
    no_names: frozenset[str]


def is_in(text: str, public_words: Collection[str]) -> bool:
    """Whether the text holds personal data.

    public_words: of the names of the property's rows, in lower case.
    """
    is_certain = any(pattern.search(text) for pattern in _certain())
    is_name = next(_names(text, public_words), None) is not None
    return is_certain or is_name or bool(redaction.kinds(text))


def names(text: str, public_words: Collection[str]) -> frozenset[str]:
    """The words in lower case that name somebody, apart from everyday words."""
    words = {_plain(word) for word in _names(text, public_words)}
    return frozenset(filter(_is_distinct, words.difference(public_words)))


def repeats(text: str, names: frozenset[str]) -> bool:
    """Whether the text has one of the names that were found in another."""
    words = {_plain(word) for word in WORD.findall(text)}
    # Chinese and Japanese have no spaces between words.
    joined = (name for name in names if not name.isascii())
    return not names.isdisjoint(words) or any(name in text for name in joined)


def _names(text: str, public_words: Collection[str]) -> Iterator[str]:
    for match in _matches("named", text):
        yield from match["name"].split()
    for match in _matches("titled", text):
        title_words = match["name"].split()
        if _plain(title_words[0]) not in public_words:
            yield title_words[0]
    for language, pattern in _introductions():
        for match in pattern.finditer(text):
            yield from _introduced(match["name"].split(), language)
    yield from _unannounced(text, public_words)


def _introduced(words: list[str], language: str) -> Iterator[str]:
    """Those words after "I'm" or "my wife" that are somebody's name."""
    lists = _lists()
    first = _plain(words[0])
    if first in lists.no_names:
        return
    is_capitalised = words[0][:1].isupper()
    is_known = first in lists.first_names or (
        is_capitalised and first in lists.ambiguous_names
    )
    capitalised = [word for word in words if word[:1].isupper()]
    is_rare = is_capitalised and _is_rare(first, language)
    if is_known or is_rare or (len(capitalised) > 1):
        yield words[0]


def _unannounced(text: str, public_words: Collection[str]) -> Iterator[str]:
    """First names with a capital, and two capitalised words that are no common ones."""
    lists, before = _lists(), ""
    for match in WORD.finditer(text):
        word = _plain(match[0])
        is_known = word in public_words or word in lists.no_names
        is_capitalised = match[0][:1].isupper() and not is_known
        if is_capitalised and word in lists.first_names:
            yield match[0]
        is_name = is_capitalised and (
            word in lists.ambiguous_names or _is_rare(word, "en")
        )
        if is_name and before:
            yield match[0]
        follows = text[match.end() : match.end() + 1] in {" ", "."}
        before = match[0] if is_name and follows else ""


def _is_distinct(word: str) -> bool:
    return word in _lists().first_names or _is_rare(word, "en")


def _is_rare(word: str, language: str) -> bool:
    """Whether it is none of the frequent words; False where nobody counts them."""
    if language not in word_lists.LANGUAGES or len(word) < SHORTEST_NAME:
        return False
    return word_lists.ranks(language).get(word, MOST_FREQUENT) >= MOST_FREQUENT


def _plain(word: str) -> str:
    return folded(_GENITIVE.sub("", word.lower()))


def _matches(kind: str, text: str) -> Iterator[patterns.Match]:
    for pattern in _compiled(tuple(_page()[kind])):
        yield from pattern.finditer(text)


@cache
def _certain() -> tuple[patterns.Pattern, ...]:
    return _compiled(tuple(source for kind in CERTAIN for source in _page()[kind]))


@cache
def _introductions() -> list[tuple[str, patterns.Pattern]]:
    return [
        (language, pattern)
        for language, sources in _page()["introduced"].items()
        for pattern in _compiled(tuple(sources))
    ]


@cache
def _compiled(sources: tuple[str, ...]) -> tuple[patterns.Pattern, ...]:
    return tuple(patterns.compile(_with_pieces(source), "i") for source in sources)


def _with_pieces(source: str) -> str:
    for piece, pattern in PIECES.items():
        source = source.replace(piece, pattern)
    return source


@cache
def _lists() -> NameLists:
    page = _page()
    return NameLists(
        *(
            frozenset(map(_plain, page[name].split()))
            for name in ("first_names", "ambiguous_names", "no_names")
        )
    )


@cache
def _page() -> dict[str, Any]:
    page: dict[str, Any] = yaml_files.read(PATTERNS)
    return page
