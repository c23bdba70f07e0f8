"""Signs of trouble in a conversation, and what a guest is spared after them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from langchain_core.messages import AnyMessage

from apps.concierge.guardrails import phrases, text_variants
from apps.concierge.state import ConciergeState

EMERGENCY = "emergency"
WITHDRAWAL = "withdrawal"
TROUBLE = ("self_harm", "responsible_gaming")
# Of the guest, the one that told of it included; an emergency goes on that long.
MESSAGES_OF_EMERGENCY = 3
# Of these, the first one included, as many get the numbers whatever they say.
MESSAGES_WITH_NUMBERS = 2
# No trouble: nobody is alerted, and nothing that is asked for is refused.
MOURNING = "mourning"
# Danger that was only likely, and got help beside an answer: the next sign is heard.
LIKELY = "likely"
ALERTS = {EMERGENCY: EMERGENCY, "self_harm": "crisis"}
# Of the guest, for which a sign of trouble counts.
MESSAGES_OF_TROUBLE = {
    "self_harm": 20,
    "responsible_gaming": 10,
    MOURNING: 20,
    LIKELY: 5,
}
# Of the guest after one that told of a crisis, whose answers keep its number in sight.
MESSAGES_AFTER_CRISIS = 4


def record(state: Mapping[str, Any], category: str) -> dict[str, Any]:
    """The change of the state after one more finding; none when it is no trouble.

    `alert` calls a person: in every emergency and crisis, and when worry is repeated.
    A message counts once, however often its turn is tried.
    """
    if category not in (*TROUBLE, EMERGENCY):
        return {}
    signs = _with_latest(state, category)
    if category in ALERTS:
        return {"care": signs, "alert": ALERTS[category]}
    return {"care": signs, "alert": "worry" if _count(signs) > 1 else ""}


def record_likely(state: Mapping[str, Any], category: str) -> dict[str, Any]:
    """The change of the state after a message that is likely, not certainly, danger."""
    return {"care": _with_latest(state, LIKELY), "alert": ALERTS[category]}


def was_likely(state: Mapping[str, Any]) -> bool:
    """Whether one of the guest's last messages, but this one, may have been danger."""
    own_ids = _own_ids(state)
    return bool({*_signs(state).get(LIKELY, [])}.difference(own_ids[-1:]))


def record_mourning(state: Mapping[str, Any]) -> dict[str, Any]:
    """The change of the state after a message that tells of a death."""
    return {"care": _with_latest(state, MOURNING)}


def is_mourning(state: ConciergeState) -> bool:
    """Whether the guest told of a death in this conversation."""
    return bool(_signs(state).get(MOURNING))


def is_needed(state: ConciergeState) -> bool:
    """Whether there was a sign of trouble in this conversation."""
    return any(_signs(state).get(category) for category in TROUBLE)


def is_after_emergency(state: ConciergeState) -> bool:
    """Whether one of the guest's last messages told of an emergency."""
    recent_ids = set(_own_ids(state)[-MESSAGES_OF_EMERGENCY:])
    return not recent_ids.isdisjoint(_signs(state).get(EMERGENCY, []))


def is_after_crisis(state: ConciergeState) -> bool:
    """Whether one of the guest's last messages, but this one, told of a crisis."""
    recent_ids = set(_own_ids(state)[:-1][-MESSAGES_AFTER_CRISIS:])
    return not recent_ids.isdisjoint(_signs(state).get("self_harm", []))


def is_taken_back(state: ConciergeState, text: str) -> bool:
    """Whether a guest who told of trouble says that there is none."""
    has_sign = is_needed(state) or is_after_emergency(state)
    return has_sign and phrases.find(WITHDRAWAL, text_variants.of(text)) is not None


def count_earlier_in_emergency(state: ConciergeState) -> int:
    """How many of the guest's earlier messages told of the emergency that goes on."""
    sign_ids = set(_signs(state).get(EMERGENCY, []))
    count = since_sign = 0
    for message_id in reversed(_own_ids(state)[:-1]):
        is_sign = message_id in sign_ids
        count, since_sign = count + is_sign, 0 if is_sign else since_sign + 1
        if since_sign == MESSAGES_OF_EMERGENCY - 1:
            break
    return count


def count_since_emergency(state: ConciergeState) -> int:
    """How many of the guest's messages came since the last that told of it, and it."""
    sign_ids = set(_signs(state).get(EMERGENCY, []))
    count = 0
    for message_id in reversed(_own_ids(state)[:-1]):
        count += 1
        if message_id in sign_ids:
            break
    return count


def category_of_care(state: ConciergeState) -> str:
    """What the guest told of in this conversation, the gravest first; may be empty.

    An emergency counts for as long as it goes on.
    """
    signs = _signs(state)
    if signs.get("self_harm"):
        return "self_harm"
    if is_after_emergency(state):
        return EMERGENCY
    return "responsible_gaming" if signs.get("responsible_gaming") else ""


def is_repeated(state: ConciergeState, category: str) -> bool:
    """Whether the guest spoke of it before; worry counts after a crisis too."""
    signs = _signs(state)
    is_crisis = category == "self_harm"
    return (len(signs.get(category, [])) if is_crisis else _count(signs)) > 1


def _with_latest(state: Mapping[str, Any], category: str) -> dict[str, list[str]]:
    """The signs with the latest message as one of this category."""
    signs = _signs(state)
    latest: AnyMessage = state["messages"][-1]
    message_ids = dict.fromkeys([*signs.get(category, []), str(latest.id)])
    return {**signs, category: list(message_ids)}


def _signs(state: Mapping[str, Any]) -> dict[str, list[str]]:
    """Ids of messages by category; old conversations hold counts.

    A sign of trouble counts for `MESSAGES_OF_TROUBLE`.
    """
    care: Mapping[str, list[str] | int] = state.get("care") or {}
    own_ids = _own_ids(state)
    signs_by_category = {}
    for category, signs in care.items():
        ids = map(str, range(signs)) if isinstance(signs, int) else signs
        recent = MESSAGES_OF_TROUBLE.get(category, len(own_ids))
        former_ids = set(own_ids[:-recent])
        signs_by_category[category] = [id_ for id_ in ids if id_ not in former_ids]
    return signs_by_category


def _own_ids(state: Mapping[str, Any]) -> list[str]:
    """Of the guest's messages, the first one first."""
    messages: Sequence[AnyMessage] = state["messages"]
    return [str(message.id) for message in messages if message.type == "human"]


def _count(signs: Mapping[str, Sequence[str]]) -> int:
    return sum(len(signs.get(category, ())) for category in TROUBLE)
