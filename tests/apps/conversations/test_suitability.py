"""What a guest has told orders a list, and the answer says why."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from apps.conversations.turns.runner import TurnRunner
from apps.properties.models import Property
from tests import factories
from tests.apps.knowledge.searching import embed_all
from tests.turns import ask_in_turn

pytestmark = pytest.mark.usefixtures("without_key", "closed_connections")
OPEN = "Which restaurants are open now?"
ROOMS = "Which rooms do you have?"


@pytest.fixture
def rooms(resort: Property) -> Property:
    """By name: one for two, one for four, and one whose beds nobody has recorded."""
    for name, beds, rate in (
        ("Atrium King", "one king bed", 289),
        ("Earth Queen", "two queen beds", 149),
        ("Sky Loft", "", 449),
    ):
        factories.RoomFactory.create(
            property=resort, name=name, beds=beds, rate_from=rate
        )
    embed_all()
    return resort


async def test_rooms_with_enough_beds_come_first_for_a_party(
    rooms: Property, turns: TurnRunner
) -> None:
    message = "There are four of us. Is parking free?"
    _, listed = await ask_in_turn(rooms, turns, message, ROOMS)
    answer = listed["answer"]
    assert "For all of you, rooms whose records name enough beds" in answer
    assert "two queen beds" in answer
    assert answer.index("Earth Queen") < answer.index("Atrium King")
    assert "Sky Loft" in answer


async def test_a_couple_gets_rooms_in_their_usual_order(
    rooms: Property, turns: TurnRunner
) -> None:
    message = "There are two of us. Is parking free?"
    _, listed = await ask_in_turn(rooms, turns, message, ROOMS)
    assert "For all of you" not in listed["answer"]


async def test_several_rooms_share_a_party(rooms: Property, turns: TurnRunner) -> None:
    message = "There are four of us and we need two rooms. Is parking free?"
    _, listed = await ask_in_turn(rooms, turns, message, ROOMS)
    assert "For all of you" not in listed["answer"]


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
    assert "For all of you" in answer
    assert "Because of your budget" not in answer
    assert answer.index("Earth Queen") < answer.index("Atrium King")
    assert answer.index("Atrium King") < answer.index("Sky Loft")


async def test_an_order_that_is_asked_for_stays(
    rooms: Property, turns: TurnRunner
) -> None:
    message = "There are four of us, with a budget of $200 a night. Is parking free?"
    _, listed = await ask_in_turn(rooms, turns, message, "What are your largest rooms?")
    answer = listed["answer"]
    assert "For all of you" not in answer
    assert "Because of your budget" not in answer


async def test_where_no_room_has_enough_beds_those_with_most_come_first(
    rooms: Property, turns: TurnRunner
) -> None:
    message = "There are seven of us. Is parking free?"
    _, listed = await ask_in_turn(rooms, turns, message, ROOMS)
    answer = listed["answer"]
    assert "No record names a room with beds for all of you" in answer
    assert answer.index("Earth Queen") < answer.index("Atrium King")


@pytest.fixture
def family_houses(resort: Property) -> Property:
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
    return resort


WITH_CHILD = "My daughter is 6 and comes with us. Is parking free?"


async def test_what_admits_children_comes_before_what_does_not(
    family_houses: Property, turns: TurnRunner
) -> None:
    _, listed = await ask_in_turn(family_houses, turns, WITH_CHILD, OPEN)
    answer = listed["answer"]
    assert "Because children come with you" in answer
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


@pytest.fixture
def shows(resort: Property) -> Property:
    """One for adults today, then one for all."""
    for name, hours, age in (("Bawdy Jokes", 1, 21), ("Ice Parade", 2, None)):
        show = factories.ShowFactory.create(property=resort, name=name, minimum_age=age)
        starts_at = timezone.now() + timedelta(hours=hours)
        factories.PerformanceFactory.create(show=show, starts_at=starts_at)
    embed_all()
    return resort


async def test_shows_for_adults_come_last_for_a_child(
    shows: Property, turns: TurnRunner
) -> None:
    question = "What shows are on tonight?"
    _, listed = await ask_in_turn(shows, turns, WITH_CHILD, question)
    answer = listed["answer"]
    assert answer.index("Ice Parade") < answer.index("Bawdy Jokes")
    assert "21 or older" in answer


@pytest.fixture
def kitchens(resort: Property) -> Property:
    """Beside Ballo, which is Italian: one with stairs, and one without."""
    for name, cuisine, summary in (
        ("Anchor", "Pub", "Up a flight of stairs, with no wheelchair access."),
        ("Zen", "Japanese", "Rice bowls at tables with wheelchair access."),
    ):
        factories.RestaurantFactory.create(
            property=resort,
            name=name,
            cuisine=cuisine,
            summary=summary,
            reservations="Groups of eight or more call ahead" if name == "Zen" else "",
            hours=["0-6 00:00-00:00"],
        )
    embed_all()
    return resort


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
    assert "For all of you, places whose records speak of groups" in answer
    assert "groups of eight or more call ahead" in answer.lower()


async def test_the_reason_is_said_in_the_language_of_the_guest(
    kitchens: Property, turns: TurnRunner
) -> None:
    message = "Mi madre usa silla de ruedas. ¿El estacionamiento es gratis?"
    question = "¿Qué restaurantes están abiertos ahora?"
    _, listed = await ask_in_turn(kitchens, turns, message, question, language="es")
    assert "Porque usted dijo silla de ruedas" in listed["answer"]


@pytest.mark.parametrize(
    ("message", "question", "note", "first", "later"),
    [
        (
            "I love Japanese food. Is parking free?",
            "Where should we eat?",
            "Because you said Japanese",
            "Zen",
            "Ballo",
        ),
        (
            "There are eight of us. Is parking free?",
            "What restaurants are there?",
            "For all of you",
            "Zen",
            "Ballo",
        ),
    ],
)
async def test_a_question_that_names_only_a_kind_is_answered_by_what_is_known(
    kitchens: Property,
    turns: TurnRunner,
    message: str,
    question: str,
    note: str,
    first: str,
    later: str,
) -> None:
    _, listed = await ask_in_turn(kitchens, turns, message, question)
    answer = listed["answer"]
    assert note in answer
    assert answer.index(first) < answer.index(later)


@pytest.mark.parametrize(
    "question", ["Where should we eat?", OPEN, "What restaurants are there?"]
)
async def test_the_kitchen_is_asked_about_an_allergy_that_no_record_names(
    kitchens: Property, turns: TurnRunner, question: str
) -> None:
    message = "My son has a nut allergy. Is parking free?"
    _, listed = await ask_in_turn(kitchens, turns, message, question)
    answer = listed["answer"]
    assert "nut allergy" in answer
    assert "ask the kitchen before you order" in answer
    assert "Because you said" not in answer


@pytest.fixture
def vegan_kitchen(resort: Property) -> Property:
    factories.RestaurantFactory.create(
        property=resort, name="Zen", summary="Vegan rice bowls."
    )
    embed_all()
    return resort


async def test_of_two_needs_only_the_one_that_records_name_is_a_reason(
    vegan_kitchen: Property, turns: TurnRunner
) -> None:
    message = "I'm vegan and I have a nut allergy. Is parking free?"
    _, listed = await ask_in_turn(vegan_kitchen, turns, message, "Where should we eat?")
    answer = listed["answer"]
    assert "Because you said vegan, those" in answer
    assert "You mentioned nut allergy" in answer


async def test_access_that_no_record_names_is_asked_of_the_staff(
    rooms: Property, turns: TurnRunner
) -> None:
    message = "I use a wheelchair. Is parking free?"
    _, listed = await ask_in_turn(rooms, turns, message, ROOMS)
    assert "You mentioned wheelchair" in listed["answer"]
    assert "ask our staff first" in listed["answer"]


async def test_how_many_there_are_is_not_asked_of_the_memory(
    rooms: Property, turns: TurnRunner
) -> None:
    message = "There are four of us. Is parking free?"
    _, counted = await ask_in_turn(rooms, turns, message, "How many rooms are there?")
    assert "For all of you" not in counted["answer"]
