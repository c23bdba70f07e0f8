"""The specialists who speak, each for some kinds of rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Specialist:
    """A voice for some kinds of rows. Only the host hears the planner's whisper."""

    name: str
    kinds: frozenset[str]
    brief: str
    hears_plan: bool = False


HOST = Specialist(
    "host",
    frozenset({"amenity", "gaming", "faq"}),
    "You look after the whole stay: the way, the amenities, the rules of the house.",
    hears_plan=True,
)
SPECIALISTS = (
    HOST,
    Specialist(
        "dining",
        frozenset({"restaurant"}),
        "You know the restaurants: kitchen, price, dress, hours, and whom they suit.",
    ),
    Specialist(
        "entertainment",
        frozenset({"venue", "show"}),
        "You know the stages and what is on: when, where, for whom, and the ticket.",
    ),
    Specialist(
        "hotel",
        frozenset({"tower", "room"}),
        "You know the towers and rooms: size, beds, bath, rate, and what they include.",
    ),
    Specialist(
        "comp",
        frozenset({"promo"}),
        "You know the rewards and offers: tiers, benefits and how to join. You promise "
        "nothing to this guest in person.",
    ),
)


def choose(
    passages: Sequence[Mapping[str, Any]], has_specialists: bool = True
) -> Specialist:
    """The specialist of the kind that weighs most among the passages, by score.

    The host alone where the property has no specialists.
    """
    if not has_specialists:
        return HOST
    weights: Counter[str] = Counter()
    for passage in passages:
        weights[passage["metadata"]["category"]] += passage["score"]
    if not weights:
        return HOST
    kind = weights.most_common(1)[0][0]
    return next((voice for voice in SPECIALISTS if kind in voice.kinds), HOST)
