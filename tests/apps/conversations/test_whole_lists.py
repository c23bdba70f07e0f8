"""After a list that told some of its rows, the guest asks for all of them."""

from __future__ import annotations

import pytest

from apps.catalog.models import Restaurant
from apps.catalog.querysets import RestaurantQuerySet
from apps.conversations.turns.runner import TurnRunner
from apps.infrastructure import database_threads
from apps.knowledge.search.results import MAX_LISTED
from apps.properties.models import Property
from tests.turns import ask_in_turn

pytestmark = pytest.mark.usefixtures("without_key")
WHERE = {"en": "where can we eat?", "es": "¿dónde podemos comer?"}


def names_of_places_to_eat(place: Property) -> set[str]:
    rows = RestaurantQuerySet(Restaurant).filter(property=place).with_meals()
    return set(rows.values_list("name", flat=True))


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "show me all of them"),
        ("en", "Can I see them all please?"),
        ("en", "ok, the full list"),
        ("es", "muéstrame todos"),
    ],
)
async def test_every_row_is_told_and_has_a_card(
    demo: Property, turns: TurnRunner, language: str, text: str
) -> None:
    names = await database_threads.run(names_of_places_to_eat, demo)
    some, all_of_them = await ask_in_turn(
        demo, turns, WHERE[language], text, language=language
    )
    assert len(some["cards"]) == MAX_LISTED < len(names)
    assert {card["title"] for card in all_of_them["cards"]} == names
    assert all(name in all_of_them["answer"] for name in names)


async def test_all_rows_that_are_compared_are_told_and_have_a_card(
    demo: Property, turns: TurnRunner
) -> None:
    text = (
        "Compare Tuscany, Ballo, Bow & Arrow, Johnny Rockets, Michael Jordan's, "
        "SolToro and Bar Americain"
    )
    [answer] = await ask_in_turn(demo, turns, text)
    named = ("Tuscany", "Ballo", "Arrow", "Rockets", "Jordan", "SolToro", "Americain")
    titles = [card["title"] for card in answer["cards"]]
    for name, title in zip(named, titles, strict=True):
        assert name in title
        assert f"- {title}: " in answer["answer"]


async def test_nothing_else_is_left_after_all_of_them(
    demo: Property, turns: TurnRunner
) -> None:
    *_, then = await ask_in_turn(
        demo, turns, WHERE["en"], "show me all of them", "what else?"
    )
    assert then["cards"] == []


async def test_the_rest_of_a_list_is_offered_until_no_row_is_left(
    demo: Property, turns: TurnRunner
) -> None:
    names = await database_threads.run(names_of_places_to_eat, demo)
    more = "What else is there?"
    questions = [more] * ((len(names) - 1) // MAX_LISTED)
    *some, last = await ask_in_turn(demo, turns, WHERE["en"], *questions)
    assert all(more in answer["followups"] for answer in some)
    assert more not in last["followups"]


async def test_all_is_no_list_after_an_answer_about_one_thing(
    demo: Property, turns: TurnRunner
) -> None:
    *_, then = await ask_in_turn(demo, turns, "is parking free?", "show me all of them")
    assert "- " not in then["answer"]


async def test_all_of_a_kind_that_is_named_is_a_question_of_its_own(
    demo: Property, turns: TurnRunner
) -> None:
    *_, then = await ask_in_turn(demo, turns, WHERE["en"], "show me all the suites")
    assert {card["kind"] for card in then["cards"]} == {"room"}
