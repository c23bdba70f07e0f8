"""The words of closed lists that a sentence names, and which pieces of the grammar make
them a fact, kind by kind.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

from apps.guests import fact_kinds
from apps.guests.extraction import grammar as grammars
from apps.guests.extraction.segments import Segment
from apps.infrastructure import patterns

GAMING = "gaming"
WAS, PLAYERS, BY_ITSELF = "was", "players", "by_itself"
# Of somebody whom the guest has named: "she uses a walker", "they love the arcade".
OF_PERSON, PERSON_LIKES = "of_person", "person_likes"
# Behind an occasion that begins what is told.
FOLLOWING = (
    *("dinner", "party", "trip", "weekend", "for", "of", "with", "next", "this"),
    *("on", "coming"),
)
Gap = Literal["tight", "loose", "occasion"]
TASTES = ("interests", "cuisines")


@dataclass(frozen=True)
class Rule:
    """A piece of the grammar that makes a word a fact, or takes it back.

    gap: what may stand between: fillers, anything within a clause, or the words of an
    occasion. is_behind: the piece follows the word. of_avoided: reads `avoided` words.
    """

    piece: str
    gap: Gap = "tight"
    is_behind: bool = False
    takes_back: bool = False
    of_avoided: bool = False


RULES: Mapping[str, Sequence[Rule]] = {
    "dietary_needs": (
        Rule("no_more", is_behind=True, takes_back=True),
        Rule("is_not", takes_back=True),
        Rule(WAS, takes_back=True),
        Rule("is"),
        Rule("has"),
        Rule(OF_PERSON),
        Rule("here", is_behind=True),
        Rule(BY_ITSELF, is_behind=True),
        Rule("avoids", of_avoided=True),
        Rule("allergic", is_behind=True, of_avoided=True),
        Rule("unfit", is_behind=True, of_avoided=True),
        Rule("allergies", "loose", of_avoided=True),
    ),
    "accessibility": (
        Rule("is"),
        Rule("has", "loose"),
        Rule("own_device"),
        Rule("comes_too", is_behind=True),
        Rule(OF_PERSON),
        Rule(BY_ITSELF, is_behind=True),
        Rule("avoids", of_avoided=True),
        Rule("unfit", is_behind=True, of_avoided=True),
    ),
    "interests": (
        Rule("no_more", is_behind=True, takes_back=True),
        Rule("dislikes", takes_back=True),
        Rule("likes", "loose"),
        Rule(PERSON_LIKES, "loose"),
        Rule("would_like", "loose"),
        Rule("wants"),
        Rule(PLAYERS, is_behind=True),
        Rule("not_players", is_behind=True, takes_back=True),
    ),
    "cuisines": (
        Rule("dislikes", takes_back=True),
        Rule("likes", "loose"),
        Rule(PERSON_LIKES, "loose"),
        Rule("would_like", "loose"),
        Rule(PLAYERS, is_behind=True),
    ),
    "occasion": (Rule("celebrates", "occasion"), Rule("starts")),
}


@dataclass(frozen=True)
class Word:
    """A choice that a sentence names."""

    key: str
    choice: str
    start: int
    end: int
    is_avoided: bool = False

    @property
    def is_gaming(self) -> bool:
        return fact_kinds.kinds()[self.key].choices[self.choice].topic == GAMING


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
