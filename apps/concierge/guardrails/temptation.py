"""What a guest in trouble is spared: games, offers, drinks and cash.

A wish for them gets no directions; where records speak of them beside something else,
those sentences are left out.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from apps.catalog.models import Item
from apps.concierge import transcript
from apps.concierge.guardrails import distress, phrases, text_variants
from apps.concierge.state import ConciergeState
from apps.infrastructure import patterns

TEMPTATION = "temptation"
# Kinds of rows that invite to play or to spend.
TEMPTING = frozenset({"promo", "gaming"})
# Kinds of rows that may be places to drink, and the fields that say what they are.
PLACES = frozenset({Item.Kind.RESTAURANT, Item.Kind.VENUE})
_SORTS = frozenset({"cuisine", "sort"})
_FOR_DRINKS = patterns.compile(
    r"\b(night ?club|lounge|cocktails?|pub|tavern|saloon|brewery|wine|beer|tequila|"
    r"whiske?y)\b",
    "i",
)
_BAR = patterns.compile(r"\bbar$", "i")
_OF_FOOD = patterns.compile(
    r"\b(sushi|salad|juice|snack|coffee|milk|smoothie|dessert|oyster|raw) bar$", "i"
)
_TEMPTS = patterns.compile(
    r"\b(beers?|wines?|cocktails?|liquors?|spirits|sakes?|tequilas?|whiske?ys?|martinis?|"
    r"margaritas?|drinks|happy hour|alcohol|ATMs?|cash (machines?|advances?)|"
    r"credit lines?|markers|slots?|slot machines?|poker|blackjack|craps|roulette|"
    r"baccarat|keno|sportsbook|jackpots?|free ?play|table games)\b",
    "i",
)
# Where help is, and from which age on, is said whatever words it takes.
_HELPS = patterns.compile(
    r"\b(helplines?|help|exclusion|bar yourself|21 or older)\b", "i"
)


def is_wanted(state: ConciergeState, question: str) -> bool:
    """Whether a guest who told of trouble asks for what keeps it going."""
    in_trouble = distress.is_needed(state)
    return (
        in_trouble and phrases.find(TEMPTATION, text_variants.of(question)) is not None
    )


def offered_kinds(state: ConciergeState, kinds: Sequence[str]) -> list[str]:
    """Kinds of rows that may be offered to this guest."""
    if not distress.is_needed(state) and not distress.is_mourning(state):
        return list(kinds)
    return [kind for kind in kinds if kind not in TEMPTING]


def without_temptation(
    state: ConciergeState,
    passages: Sequence[dict[str, Any]],
    named_ids: Collection[int] = (),
) -> list[dict[str, Any]]:
    """Passages without offers, games, bars and cash, after a sign of trouble.

    named_ids: of rows that the guest calls by their names; where a club is may be told.
    """
    if not distress.is_needed(state):
        return _fit_for_mourning(state, passages, named_ids)
    bars = {row["metadata"]["item_id"] for row in passages if _is_bar(row["metadata"])}
    left_out = bars.difference(named_ids)
    harmless = (
        _harmless(row)
        for row in passages
        if row["metadata"]["category"] not in TEMPTING
        and row["metadata"]["item_id"] not in left_out
    )
    return [row for row in harmless if row["metadata"]["sentences"]]


def _fit_for_mourning(
    state: ConciergeState,
    passages: Sequence[dict[str, Any]],
    named_ids: Collection[int],
) -> list[dict[str, Any]]:
    """Who mourns is led to no game or offer, but finds those that he asks for."""
    if not distress.is_mourning(state):
        return list(passages)
    fit = [
        row
        for row in passages
        if row["metadata"]["category"] not in TEMPTING
        or row["metadata"]["item_id"] in named_ids
    ]
    question = transcript.question(state["messages"])
    is_asked_for = phrases.find(TEMPTATION, text_variants.of(question)) is not None
    return list(passages) if is_asked_for or not fit else fit


def _is_bar(row: dict[str, Any]) -> bool:
    """By what the row says that it is, or else by its name."""
    if row["category"] not in PLACES:
        return False
    values = [
        str(line["value"]) for line in row["sentences"] if line["field"] in _SORTS
    ]
    texts = [*values, row["item_name"]]
    return any(_FOR_DRINKS.search(text) or _ends_as_bar(text) for text in texts)


def _ends_as_bar(text: str) -> bool:
    return bool(_BAR.search(text)) and not _OF_FOOD.search(text)


def _harmless(row: dict[str, Any]) -> dict[str, Any]:
    """The passage without the sentences that tempt."""
    sentences = row["metadata"]["sentences"]
    left = [line for line in sentences if not _tempts(line["text"])]
    if len(left) == len(sentences):
        return row
    content = " ".join(line["text"] for line in left)
    return {
        **row,
        "content": content,
        "metadata": {**row["metadata"], "sentences": left},
    }


def _tempts(text: str) -> bool:
    return bool(_TEMPTS.search(text)) and not _HELPS.search(text)
