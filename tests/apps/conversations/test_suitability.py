"""What a guest has told orders a list, and the answer says why."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from apps.conversations.turns.runner import TurnRunner
from apps.properties.models import Property
from tests import factories
from tests.added_rows import adds_rows
from tests.apps.knowledge.searching import embed_all
from tests.turns import ask_in_turn

pytestmark = pytest.mark.usefixtures("without_key", "closed_connections")
OPEN = "Which restaurants are open now?"
ROOMS = "Which rooms do you have?"


async def test_rooms_with_enough_beds_come_first_for_a_party(
    rooms: Property, turns: TurnRunner
) -> None:
    message = "There are four of us. Is parking free?"
    _, listed = await ask_in_turn(rooms, turns, message, ROOMS)
    answer = listed["answer"]
    assert "For your whole party, rooms whose records list enough beds" in answer
    assert "two queen beds" in answer
    assert answer.index("Earth Queen") < answer.index("Atrium King")
    assert "Sky Loft" in answer


async def test_a_couple_gets_rooms_in_their_usual_order(
    rooms: Property, turns: TurnRunner
) -> None:
    message = "There are two of us. Is parking free?"
    _, listed = await ask_in_turn(rooms, turns, message, ROOMS)
    assert "For your whole party" not in listed["answer"]


async def test_several_rooms_share_a_party(rooms: Property, turns: TurnRunner) -> None:
    message = "There are four of us and we need two rooms. Is parking free?"
    _, listed = await ask_in_turn(rooms, turns, message, ROOMS)
    assert "For your whole party" not in listed["answer"]


async def test_rooms_within_the_budget_come_first(
    rooms: Property, turns: TurnRunner
) -> None:
    message = "Our budget is $200 a night. Is parking free?"
    _, listed = await ask_in_turn(rooms, turns, message, ROOMS)
    answer = listed["answer"]
    assert "Because of your budget" in answer
    assert answer.index("Earth Queen") < answer.index("Atrium King")
    assert "Sky Loft" in answer


async def test_two_facts_that_agree_both_count_and_one_is_named(
    rooms: Property, turns: TurnRunner
) -> None:
    message = "There are four of us, with a budget of $200 a night. Is parking free?"
    _, listed = await ask_in_turn(rooms, turns, message, ROOMS)
    answer = listed["answer"]
    assert "For your whole party" in answer
    assert "Because of your budget" not in answer
    assert answer.index("Earth Queen") < answer.index("Atrium King")
    assert answer.index("Atrium King") < answer.index("Sky Loft")


async def test_an_order_that_is_asked_for_stays(
    rooms: Property, turns: TurnRunner
) -> None:
    message = "There are four of us, with a budget of $200 a night. Is parking free?"
    _, listed = await ask_in_turn(rooms, turns, message, "What are your largest rooms?")
    answer = listed["answer"]
    assert "For your whole party" not in answer
    assert "Because of your budget" not in answer


async def test_where_no_room_has_enough_beds_those_with_most_come_first(
    rooms: Property, turns: TurnRunner
) -> None:
    message = "There are seven of us. Is parking free?"
    _, listed = await ask_in_turn(rooms, turns, message, ROOMS)
    answer = listed["answer"]
    assert "No record lists a room with beds for your whole party" in answer
    assert answer.index("Earth Queen") < answer.index("Atrium King")


@adds_rows
def family_houses(resort: Property) -> None:
    """One for adults, one to drink, one that says nothing, and one for families."""
    for name, fields in (
        ("Anchor Bar & Grill", {"minimum_age": 21}),
        ("Birdcage", {"cuisine": "Wine bar and small plates"}),
        ("Zest", {"kids": "High chairs and a menu for children."}),
    ):
        factories.RestaurantFactory.create(
            property=resort, name=name, hours=["0-6 00:00-00:00"], **fields
        )
    embed_all()


WITH_CHILD = "My daughter is 6 and comes with us. Is parking free?"


async def test_what_admits_children_comes_before_what_does_not(
    family_houses: Property, turns: TurnRunner
) -> None:
    _, listed = await ask_in_turn(family_houses, turns, WITH_CHILD, OPEN)
    answer = listed["answer"]
    assert "Because children are coming with you" in answer
    assert answer.index("Zest") < answer.index("Ballo") < answer.index("Anchor")
    assert "21 or older" in answer


async def test_a_place_to_drink_comes_last_where_children_come_along(
    family_houses: Property, turns: TurnRunner
) -> None:
    question = "Which bars and restaurants serve drinks now?"
    _, listed = await ask_in_turn(family_houses, turns, WITH_CHILD, question)
    answer = listed["answer"]
    assert answer.index("Zest") < answer.index("Ballo") < answer.index("Birdcage")


async def test_a_question_about_adults_is_not_about_the_children(
    family_houses: Property, turns: TurnRunner
) -> None:
    question = "Which restaurants are open now for adults?"
    _, listed = await ask_in_turn(family_houses, turns, WITH_CHILD, question)
    assert "Because children" not in listed["answer"]


@adds_rows
def shows(resort: Property) -> None:
    """One for adults today, then one for all."""
    for name, hours, age in (("Bawdy Jokes", 1, 21), ("Ice Parade", 2, None)):
        show = factories.ShowFactory.create(property=resort, name=name, minimum_age=age)
        starts_at = timezone.now() + timedelta(hours=hours)
        factories.PerformanceFactory.create(show=show, starts_at=starts_at)
    embed_all()


async def test_shows_for_adults_come_last_for_a_child(
    shows: Property, turns: TurnRunner
) -> None:
    question = "What shows are on tonight?"
    _, listed = await ask_in_turn(shows, turns, WITH_CHILD, question)
    answer = listed["answer"]
    assert answer.index("Ice Parade") < answer.index("Bawdy Jokes")
    assert "21 or older" in answer


async def test_records_that_deny_access_do_not_suit(
    kitchens: Property, turns: TurnRunner
) -> None:
    message = "My mother uses a wheelchair. Is parking free?"
    _, listed = await ask_in_turn(kitchens, turns, message, OPEN)
    answer = listed["answer"]
    assert "Because you said wheelchair" in answer
    assert answer.index("Zen") < min(answer.index("Anchor"), answer.index("Ballo"))


async def test_a_cuisine_that_the_guest_likes_comes_first(
    kitchens: Property, turns: TurnRunner
) -> None:
    message = "I love Japanese food. Is parking free?"
    for question, is_ordered in (
        (OPEN, True),
        ("Which Italian restaurants are open now?", False),
    ):
        _, listed = await ask_in_turn(kitchens, turns, message, question)
        assert ("Because you said Japanese" in listed["answer"]) is is_ordered


async def test_a_large_party_gets_places_that_take_groups(
    kitchens: Property, turns: TurnRunner
) -> None:
    message = "There are eight of us. Is parking free?"
    _, listed = await ask_in_turn(kitchens, turns, message, OPEN)
    answer = listed["answer"]
    assert "For your whole party, places whose records mention groups" in answer
    assert "groups of eight or more call ahead" in answer.lower()


async def test_the_reason_is_said_in_the_language_of_the_guest(
    kitchens: Property, turns: TurnRunner
) -> None:
    message = "Mi madre usa silla de ruedas. ¿El estacionamiento es gratis?"
    question = "¿Qué restaurantes están abiertos ahora?"
    _, listed = await ask_in_turn(kitchens, turns, message, question, language="es")
    assert "Porque usted dijo silla de ruedas" in listed["answer"]
