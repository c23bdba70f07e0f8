"""The words of closed lists that a sentence names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from apps.guests import fact_kinds
from apps.guests.extraction import grammar as grammars
from apps.guests.extraction.choice_rules import RULES
from apps.guests.extraction.segments import Segment
from apps.infrastructure import patterns

TASTES = ("interests", "cuisines")


@dataclass(frozen=True)
class Word:
    """A choice that a sentence names."""

    key: str
    choice: str
    start: int
    end: int
    is_avoided: bool = False


def words_in(segment: Segment) -> Iterator[Word]:
    language = segment.grammar.language
    table = _table(language)
    # Who cancels a massage tells no taste.
    is_off = segment.matches("calls_off")
    for match in _pattern(language).finditer(segment.text):
        for key, choice, is_avoided in table[_spaced(match[0])]:
            if not (is_off and key in TASTES):
                yield Word(key, choice, *match.span(), is_avoided)


def _spaced(word: str) -> str:
    return word.replace("-", " ")


@cache
def _table(language: str) -> Mapping[str, Sequence[tuple[str, str, bool]]]:
    """Plain words with the choices that they may mean."""
    table: dict[str, list[tuple[str, str, bool]]] = {}
    for key in RULES:
        for choice in fact_kinds.kinds()[key].choices.values():
            for is_avoided, by_language in (
                (False, choice.words),
                (True, choice.avoided),
            ):
                for word in by_language.get(language, ()):
                    plain = _spaced(grammars.plain(word))
                    table.setdefault(plain, []).append((key, choice.key, is_avoided))
    return table


@cache
def _pattern(language: str) -> patterns.Pattern:
    """All words of the choices, the longer ones first."""
    words = sorted(_table(language), key=len, reverse=True)
    sources = (patterns.escape(word).replace(r"\ ", "[ -]") for word in words)
    return patterns.compile(rf"\b(?:{'|'.join(sources)})\b")
