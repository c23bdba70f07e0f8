"""Which pieces of the grammar make a word of a closed list a fact, kind by kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

WAS, PLAYERS, BY_ITSELF = "was", "players", "by_itself"
# Of somebody whom the guest has named: "she uses a walker", "they love the arcade".
OF_PERSON, PERSON_LIKES = "of_person", "person_likes"
# Behind an occasion that begins what is told.
FOLLOWING = (
    *("dinner", "party", "trip", "weekend", "for", "of", "with", "next", "this"),
    *("on", "coming"),
)
Gap = Literal["tight", "loose", "occasion"]


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
