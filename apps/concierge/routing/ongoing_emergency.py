"""Which messages after an emergency have nothing to do with it, and are answered."""

from __future__ import annotations

from typing import Any

from apps.catalog.models import Item
from apps.concierge import transcript
from apps.concierge.context import Context
from apps.concierge.guardrails import checks, distress
from apps.concierge.state import ConciergeState
from apps.infrastructure import patterns
from apps.knowledge.statements import ellipsis, kind_words, question_beginnings
from apps.language.word_forms import stems

PLAIN = frozenset({"property_qa", "hours_schedule"})
# Least confidence in a question of the resort that has nothing to do with an emergency.
SURE_OF_PLAIN_QUESTION = 0.85
# Kinds of rows that nobody asks for in danger; a room or a pool may be where it is.
PLEASURES = frozenset({Item.Kind.RESTAURANT, Item.Kind.SHOW})
# Wishes for something to see or to eat; "give me the number" is none.
WISH = patterns.compile(
    r"^(please |ok |and |now )*(show (me|us)|list|recommend|suggest)\b|"
    r"^(por favor )?(mu[eé]str|recomi[eé]nd|sugi[eé]r)[ae](me|nos)\b|"
    r"^(montrez|recommandez|proposez|sugg[eé]rez)[ -](moi|nous)\b|"
    r"^(mostre|recomende|sugira)\b|^(zeig|zeigen sie|empfehlen sie) (mir|uns)\b",
    "i",
)
# Somebody is wanted where such a row is: "can you send help to the restaurant?"
REQUEST = patterns.compile(
    r"\b(can|could|will|would) (you|someone|somebody|anyone)\b", "i"
)
# Who asks for the way out in an emergency wants no exit of a motorway.
WAY_OUT = patterns.compile(
    r"\b(exits?|way out|get out|stair(s|way|well|case)?|evacuat\w*|salidas?|escaleras?|"
    r"sorties?|escaliers?|sa[ií]das?|escadas?|ausgang|ausg[aä]nge|treppen?|notausgang|"
    r"uscit[ae]|scal[ae])\b|出口|楼梯|非常口|階段|비상구|계단",
    "i",
)


async def is_about_something_else(
    route: dict[str, Any], state: ConciergeState, context: Context
) -> bool:
    """Whether it asks about the resort, or tells of the stay, and of no danger.

    "When are they coming?" points back to the emergency.
    """
    question = transcript.question(state["messages"])
    if wants_out(state):
        return False
    if route["query_type"] == "telling":
        is_plain = context.telling.is_of_stay
    else:
        is_plain = _is_plain_question(route, question)
    return is_plain and not await _sounds_urgent(question, context)


def wants_out(state: ConciergeState) -> bool:
    """Whether the guest asks for the way out, whatever exits the records tell of."""
    return bool(WAY_OUT.search(transcript.question(state["messages"])))


async def has_read_numbers(state: ConciergeState, context: Context) -> bool:
    """Whether the guest has read the numbers beside an answer since the emergency, and
    this message tells of none."""
    if distress.count_since_emergency(state) < distress.MESSAGES_WITH_NUMBERS:
        return False
    question = transcript.question(state["messages"])
    return not await _sounds_urgent(question, context)


def _is_plain_question(route: dict[str, Any], question: str) -> bool:
    if REQUEST.search(question) or ellipsis.points_back(question):
        return False
    # The wish itself may be such a word: "show me what to do".
    named_kinds = kind_words.kinds_of(stems(WISH.sub(" ", question)))
    names_pleasure = not PLEASURES.isdisjoint(named_kinds)
    if WISH.search(question):
        return names_pleasure
    asks = "?" in question or question_beginnings.is_question_or_wish(question)
    is_of_resort = route["query_type"] in PLAIN
    is_sure = names_pleasure or route["router_confidence"] >= SURE_OF_PLAIN_QUESTION
    return asks and is_of_resort and is_sure


async def _sounds_urgent(question: str, context: Context) -> bool:
    vector = await context.search.vector() if context.search.is_local else None
    return bool(checks.likely_urgency(question, vector))
