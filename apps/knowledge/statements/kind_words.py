"""Words by which guests say what kind of row they ask about."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from apps.language.word_forms import stems

KIND_WORDS = {
    "restaurant": "restaurant eat dining dine food dinner lunch breakfast brunch bite "
    "meal hungry bar cafe menu dish chef kitchen steakhouse buffet coffee",
    "show": "show concert event entertainment gig performer performance comedian dj "
    "band comedy music",
    "venue": "venue stage nightlife theater theatre club nightclub arena lounge",
    "room": "room suite bed accommodation stay night",
    "tower": "tower hotel inn building",
    "promo": "promotion promo deal discount special package reward card member tier "
    "point membership level status",
    "gaming": "gaming slot poker table blackjack craps roulette casino gamble bet "
    "sportsbook keno bingo",
    "amenity": "amenity facility activity spa pool gym shuttle shop store golf bowling",
}
# Of these a row of the kind may have none: no sportsbook offers bingo by being one.
_THINGS = (
    "steakhouse buffet coffee comedy slot poker blackjack craps roulette sportsbook "
    "keno bingo spa pool gym shuttle golf bowling comedian dj "
    "discount"
)


def kinds_of(words: Sequence[str]) -> set[str]:
    """Kinds of rows that these stems name."""
    return {kind for kind, own in by_kind().items() if own & {*words}}


@cache
def words_of_things() -> frozenset[str]:
    """Stems of kind words that name a thing of its own."""
    return frozenset(stems(_THINGS))


@cache
def by_kind() -> dict[str, frozenset[str]]:
    """Stems by kind."""
    return {kind: frozenset(stems(words)) for kind, words in KIND_WORDS.items()}
