"""What guests tell besides their question neither hides nor doubts the answer."""

from __future__ import annotations

import pytest

from apps.conversations.turns.runner import TurnRunner
from apps.properties.models import Property
from tests.turns import ask, ask_in_turn

pytestmark = pytest.mark.usefixtures("without_key")


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("omg me n my gf coming friday, whats fun that isnt gambling", "- "),
        ("hi!! so excited for our trip, any good italian places", "- Ballo"),
        ("are there shops, need to buy a dress lol forgot mine", "Yes."),
        (
            "Is smoking allowed inside the casino? My sister has asthma.",
            "Smoking is not allowed indoors",
        ),
        (
            "whats the difference between the towers like earth n sky",
            "- Earth Tower: 400 rooms.",
        ),
        ("difference between earth and sky", "- Earth Tower: 400 rooms."),
        ("what is the difference between a cat and a dog", "That is outside"),
        ("I'm vegan, is there room service?", "Yes. Room service"),
        (
            "i'm not staying at the hotel, can i use the pool?",
            "No. Indoor Pool is for hotel guests.",
        ),
    ],
)
async def test_the_clause_that_asks_is_answered(
    demo: Property, turns: TurnRunner, text: str, start: str
) -> None:
    assert (await ask(demo, turns, text, "en"))["answer"].startswith(start)


@pytest.mark.parametrize(
    ("language", "text", "start"),
    [
        ("en", "my wife is vegan. Is parking free?", "Yes, self-parking is free"),
        ("es", "soy vegetariano. ¿el estacionamiento es gratis?", "Sí. Es gratis"),
        ("en", "I'm vegetarian. What can I eat?", "You mentioned vegetarian"),
        ("en", "I'm vegan. Does Ballo have something for me?", "You mentioned vegan"),
    ],
)
async def test_a_diet_matters_where_there_is_anything_to_eat(
    resort: Property, turns: TurnRunner, language: str, text: str, start: str
) -> None:
    assert (await ask(resort, turns, text, language))["answer"].startswith(start)


async def test_what_the_rest_asks_for_is_not_dropped(
    demo: Property, turns: TurnRunner
) -> None:
    answer = (await ask(demo, turns, "we have kids, what is there to do", "en"))[
        "answer"
    ]
    assert "Kids Quest" in answer


@pytest.mark.parametrize(
    ("texts", "named", "unnamed"),
    [
        (
            ["where can we eat cheap", "not italian"],
            ["Johnny Rockets", "Hash House"],
            ["Pepe's", "Caputo"],
        ),
        (
            ["where can we eat tonight", "but no pizza please"],
            ["Lantern"],
            ["Pepe's"],
        ),
        (
            ["italian restaurants", "is there anything cheaper"],
            ["Johnny Rockets"],
            ["Tuscany"],
        ),
        (
            ["when is check out", "can they hold our bags after that"],
            ["bell desk"],
            ["4:00 PM"],
        ),
        (
            ["are dogs allowed", "and the service dogs?"],
            ["Some rooms in our towers take pets."],
            ["Which one"],
        ),
        (
            ["how do i play baccarat", "min bet?"],
            ["Table games, the records do not say"],
            ["Sportsbook"],
        ),
    ],
)
async def test_what_follows_a_list_goes_on_with_it(
    demo: Property,
    turns: TurnRunner,
    texts: list[str],
    named: list[str],
    unnamed: list[str],
) -> None:
    answer = (await ask_in_turn(demo, turns, *texts))[-1]["answer"]
    assert [name for name in named if name not in answer] == []
    assert [name for name in unnamed if name in answer] == []


async def test_a_part_that_is_worded_anew_is_found_by_its_words(
    demo: Property, turns: TurnRunner
) -> None:
    earlier = ("is there a window that cashes checks", "dog sitter on site?")
    texts = (*reversed(earlier), "the atms then, do they ding you")
    answer = (await ask_in_turn(demo, turns, *texts))[-1]["answer"]
    assert "ATMs" in answer


async def test_who_only_rules_something_out_first_gets_an_answer(
    demo: Property, turns: TurnRunner
) -> None:
    result = await ask(demo, turns, "algo para no jugar", "es")
    assert result["status"] == "done"
    assert result["answer"]
