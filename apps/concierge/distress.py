"""Signs of trouble in a conversation, and what a guest is spared after them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from langchain_core.messages import AnyMessage

from apps.concierge.state import ConciergeState

TROUBLE = ("self_harm", "responsible_gaming")
# Kinds of rows that invite to play or to spend.
TEMPTING = frozenset({"promo", "gaming"})


def noted(state: Mapping[str, Any], category: str) -> dict[str, Any]:
    """The change of the state after one more finding; none when it is no trouble.

    `alert` calls a person: in every emergency and crisis, and when worry is told again.
    A message counts once, however often its turn is tried.
    """
    if category == "emergency":
        return {"alert": "emergency"}
    if category not in TROUBLE:
        return {}
    signs = _signs(state)
    latest: AnyMessage = state["messages"][-1]
    told = dict.fromkeys([*signs.get(category, []), str(latest.id)])
    signs[category] = list(told)
    if category == "self_harm":
        return {"care": signs, "alert": "crisis"}
    return {"care": signs, "alert": "worry" if _told(signs) > 1 else ""}


def is_needed(state: ConciergeState) -> bool:
    """Whether there was a sign of trouble in this conversation."""
    return bool(state.get("care"))


def is_repeated(state: ConciergeState, category: str) -> bool:
    """Whether it was told before; worry about gambling counts after a crisis too."""
    signs = _signs(state)
    is_crisis = category == "self_harm"
    return (len(signs.get(category, [])) if is_crisis else _told(signs)) > 1


def _signs(state: Mapping[str, Any]) -> dict[str, list[str]]:
    """Ids of messages by category; conversations begun before they were kept count."""
    kept: Mapping[str, list[str] | int] = state.get("care") or {}
    return {
        category: [f"earlier-{number}" for number in range(told)]
        if isinstance(told, int)
        else list(told)
        for category, told in kept.items()
    }


def _told(signs: Mapping[str, Sequence[str]]) -> int:
    return sum(map(len, signs.values()))


def spared(state: ConciergeState, kinds: Sequence[str]) -> list[str]:
    """Kinds of rows that may be offered to this guest."""
    if not is_needed(state):
        return list(kinds)
    return [kind for kind in kinds if kind not in TEMPTING]


def without_temptation(
    state: ConciergeState, passages: Sequence[dict[str, Any]]
) -> list[dict[str, Any]]:
    """Passages without offers and games, when there was a sign of trouble."""
    kinds = spared(state, [one["metadata"]["category"] for one in passages])
    return [one for one in passages if one["metadata"]["category"] in kinds]
