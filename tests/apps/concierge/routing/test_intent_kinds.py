"""Eager wishes, empty cards, rules of the tables, whether one may bet on a game, and
games by their mere names: the records may answer them.

None of these messages stands in the examples of the router.
"""

from __future__ import annotations

import pytest

from apps.concierge.routing import intent
from apps.llm import embeddings

WISHES_AND_CARDS = [
    "I need a massage so bad",
    "could really go for a burger right now",
    "I'd kill for a coffee",
    "so craving ramen",
    "dying for a swim",
    "my Momentum card ran out of points",
    "I've run out of money on my Momentum card",
]
TABLE_RULES = ["how do dealers handle a bust", "what happens when the dealer busts"]

BETS = [
    "can I bet on the Giants game tonight",
    "could we bet on a soccer match here",
    "is it allowed to wager on hockey",
]
GAMES = [
    "plo game?",
    "7 card stud",
    "bad beat jackpot",
    "video poker machines",
    "how many one arm bandits",
    "cleopatra machine",
]


def intent_of(text: str) -> intent.Intent:
    [vector] = embeddings.local().embed_queries([text])
    return intent.classify(text, vector)


@pytest.mark.parametrize("text", WISHES_AND_CARDS)
def test_it_looks_up_an_eager_wish_and_an_empty_card(text: str) -> None:
    assert intent_of(text).category in intent.LOOKED_UP


@pytest.mark.parametrize("text", TABLE_RULES)
def test_it_asks_the_records_before_it_calls_a_rule_advice(text: str) -> None:
    assert not intent_of(text).is_gambling_advice


@pytest.mark.parametrize("text", BETS)
def test_it_looks_up_whether_a_guest_may_bet_on_a_game(text: str) -> None:
    judged = intent_of(text)
    assert not judged.is_gambling_advice
    assert judged.category == "property_qa"


@pytest.mark.parametrize("text", GAMES)
def test_it_looks_up_a_game_that_is_only_named(text: str) -> None:
    assert intent_of(text).category in intent.LOOKED_UP


@pytest.mark.parametrize("text", ["book me a massage", "send a burger to room 512"])
def test_it_still_hears_what_is_to_be_done(text: str) -> None:
    assert intent_of(text).category == "action_request"


@pytest.mark.parametrize(
    "text",
    [
        "what can i do to win at blackjack",
        "tips for 7 card stud",
        "is the bad beat jackpot due",
        "lucky slot machines",
    ],
)
def test_it_still_hears_a_wish_to_win(text: str) -> None:
    assert intent_of(text).is_gambling_advice
