"""What records do not tell of a need is asked of people; kinds alone bring lists."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from apps.catalog.models import Item
from apps.conversations import single_question
from apps.conversations.models import Conversation
from apps.conversations.turns.runner import TurnRunner
from apps.infrastructure import database_threads
from apps.properties.models import Property
from tests import factories
from tests.added_rows import adds_rows
from tests.apps.knowledge.searching import embed_all
from tests.turns import ask_in_turn

pytestmark = pytest.mark.usefixtures("without_key", "closed_connections")
OPEN = "Which restaurants are open now?"
ROOMS = "Which rooms do you have?"


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
            "For your whole party",
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


@pytest.mark.parametrize(
    "message",
    [
        "I'm allergic to shellfish, where shud we eat",
        "where should we eat? I'm allergic to shellfish",
    ],
)
async def test_an_allergy_told_beside_the_question_leaves_the_question(
    kitchens: Property, turns: TurnRunner, message: str
) -> None:
    [listed] = await ask_in_turn(kitchens, turns, message)
    assert "Zen" in listed["answer"]
    assert "ask the kitchen before you order" in listed["answer"]


@pytest.mark.parametrize(
    "question",
    [
        "any shellfish free places",
        "kosher places?",
        "any vegan options?",
        "where can someone with a nut allergy eat",
        "my daughter is alergic to peanuts and shellfish, where is safe to eat",
    ],
)
async def test_a_diet_that_no_record_names_lists_places_and_whom_to_ask(
    kitchens: Property, turns: TurnRunner, question: str
) -> None:
    [listed] = await ask_in_turn(kitchens, turns, question)
    assert "Zen" in listed["answer"]
    assert "ask the kitchen before you order" in listed["answer"]


async def test_a_diet_is_asked_for_in_other_languages(
    kitchens: Property, turns: TurnRunner
) -> None:
    question = "\u00bfD\u00f3nde puedo comer sin gluten?"
    [listed] = await ask_in_turn(kitchens, turns, question, language="es")
    assert "Zen" in listed["answer"]
    assert "pregunte en la cocina" in listed["answer"]


@pytest.fixture
def oyster_bar(kitchens: Property) -> Property:
    """`kitchens` with a place that names what some guests must not eat."""
    factories.RestaurantFactory.create(
        property=kitchens, name="Abalone", summary="Shellfish fresh from the boat."
    )
    embed_all()
    return kitchens


async def test_what_serves_the_food_that_is_avoided_comes_last(
    oyster_bar: Property, turns: TurnRunner
) -> None:
    question = "I'm allergic to shellfish, where can we eat?"
    [listed] = await ask_in_turn(oyster_bar, turns, question)
    before_zen, _, _ = listed["answer"].partition("Zen")
    assert "Ballo" in before_zen
    assert "Abalone" not in before_zen


@adds_rows
def vegan_kitchen(resort: Property) -> None:
    factories.RestaurantFactory.create(
        property=resort, name="Zen", summary="Vegan rice bowls."
    )
    embed_all()


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


@adds_rows
def shows(resort: Property) -> None:
    tonight = timezone.now().astimezone(resort.zone) + timedelta(hours=1)
    for name in ("Comedy Hour", "Magic Night"):
        show = factories.ShowFactory.create(property=resort, name=name)
        show.performances.create(starts_at=tonight)
    embed_all()


async def test_access_to_several_shows_is_asked_of_all_of_them(
    shows: Property, turns: TurnRunner
) -> None:
    question = "I use a wheelchair, which shows are on today?"
    [listed] = await ask_in_turn(shows, turns, question)
    assert "which of these suit" in listed["answer"]
    assert "Magic Night" in listed["answer"]


async def test_how_many_there_are_is_not_asked_of_the_memory(
    rooms: Property, turns: TurnRunner
) -> None:
    message = "There are four of us. Is parking free?"
    _, counted = await ask_in_turn(rooms, turns, message, "How many rooms are there?")
    assert "For your whole party" not in counted["answer"]


async def test_an_allergy_is_not_forgotten_where_a_single_place_answers(
    resort: Property, turns: TurnRunner
) -> None:
    message = "My son has a nut allergy, where can we eat?"
    (answered,) = await ask_in_turn(resort, turns, message)
    assert "Ballo" in answered["answer"]
    assert "ask the kitchen before you order" in answered["answer"]


async def test_a_peanut_allergy_is_called_by_its_own_name(
    resort: Property, turns: TurnRunner
) -> None:
    message = "Mi hijo es alérgico al maní, ¿dónde podemos comer?"
    (answered,) = await ask_in_turn(resort, turns, message, language="es")
    assert "alergia al maní" in answered["answer"]
    assert "frutos secos" not in answered["answer"]


async def test_a_diet_that_records_name_is_answered_by_them(
    vegan_kitchen: Property, turns: TurnRunner
) -> None:
    [answered] = await ask_in_turn(vegan_kitchen, turns, "any vegan options?")
    assert "Vegan rice bowls" in answered["answer"]
    assert "ask the kitchen" not in answered["answer"]


@pytest.mark.parametrize(
    "question",
    [
        "is Zen ok for celiacs",
        "does zen have gluten free noodles?",
        "my kid can't have nuts - is zen ok",
        "my daughter is allergic to peanuts, can we eat at Zen?",
        "can zen cook without dairy and is it open sunday?",
    ],
)
async def test_a_diet_that_a_named_place_does_not_tell_of_is_said_so(
    kitchens: Property, turns: TurnRunner, question: str
) -> None:
    [answered] = await ask_in_turn(kitchens, turns, question)
    assert answered["answer"].count("Please ask its kitchen") == 1


@pytest.mark.parametrize(
    "question",
    [
        "my friend is vegan, does that still work",
        "our boss is celiac, is that ok there",
    ],
)
async def test_whether_a_place_suits_somebody_is_not_whether_it_is_open(
    kitchens: Property, turns: TurnRunner, question: str
) -> None:
    _, answered = await ask_in_turn(kitchens, turns, "is Zen open sunday?", question)
    assert answered["answer"].count("Please ask its kitchen") == 1
    assert not answered["answer"].startswith(("Yes", "No"))


@pytest.fixture
def magic(kitchens: Property) -> Property:
    factories.ShowFactory.create(property=kitchens, name="Magic Night")
    embed_all()
    return kitchens


async def test_a_wish_to_be_shown_restaurants_is_about_no_show(
    magic: Property, turns: TurnRunner
) -> None:
    [listed] = await ask_in_turn(magic, turns, "show me all the restaurants")
    assert "Zen" in listed["answer"]
    assert "Magic Night" not in listed["answer"]


@pytest.mark.parametrize(
    ("text", "language", "note", "hours"),
    [
        ("I'm vegan, what time do you close?", "en", "You mentioned vegan", "24 hours"),
        ("soy vegano, ¿a qué hora cierran?", "es", "Usted mencionó vegano", "24 horas"),
        ("je suis végétarien, vous fermez à quelle heure ?", "fr", "Vous avez", "24 h"),
        ("do you have anything vegan?", "en", "You mentioned vegan", ""),
    ],
)
async def test_at_a_places_own_code_a_question_beside_a_diet_is_answered_too(
    resort: Property,
    turns: TurnRunner,
    text: str,
    language: str,
    note: str,
    hours: str,
) -> None:
    conversation = await database_threads.run(_conversation_at_ballo, resort)
    result = await single_question.ask(turns, conversation, text, None, language)
    assert note in result["answer"]
    assert hours in result["answer"]


def _conversation_at_ballo(place: Property) -> Conversation:
    conversation = single_question.conversation_of(place, None, "web")
    conversation.place_in_focus = Item.objects.get(name__startswith="Ballo")
    conversation.save()
    return conversation
