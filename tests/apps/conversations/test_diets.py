"""Guests with a diet ask where they can eat: what no record says is not implied."""

from __future__ import annotations

import pytest
from django.utils import timezone

from apps.conversations.turns.runner import TurnRunner
from apps.guests import unstored_diets
from apps.infrastructure import database_threads
from apps.properties.models import Property
from tests import factories
from tests.added_rows import adds_rows
from tests.apps.knowledge.searching import embed_all
from tests.turns import ask

pytestmark = pytest.mark.usefixtures("without_key")
NOON = 12
TEXTS = [
    "vegan place open at 9pm",
    "gluten free dinner tonight",
    "kosher food open now",
    "vegetarian place for 8 people at 9pm",
]


@adds_rows
def houses(resort: Property) -> None:
    """Ballo, which never closes, a shop, and a house that is closed now and at nine."""
    is_morning = timezone.now().astimezone(resort.zone).hour < NOON
    hours = "0-6 15:00-18:00" if is_morning else "0-6 07:00-11:00"
    factories.AmenityFactory.create(
        property=resort, name="The Arcade", sort="shop", hours=["0-6 10:00-21:00"]
    )
    factories.RestaurantFactory.create(
        property=resort, name="Morning House", hours=[hours]
    )
    embed_all()


@pytest.mark.parametrize("text", TEXTS)
async def test_a_diet_that_no_record_names_is_told_as_missing(
    houses: Property, turns: TurnRunner, text: str
) -> None:
    result = await ask(houses, turns, text, "en")
    assert "records do not say" in result["answer"].partition(".")[0]
    assert "Yes" not in result["answer"]
    assert "Ballo Italian Restaurant" in result["answer"]
    assert "Morning House" not in result["answer"]
    assert "7:00 PM" not in result["answer"]


async def test_a_place_for_the_diet_comes_alone(
    houses: Property, turns: TurnRunner
) -> None:
    await database_threads.run(_add_vegan_place, houses)
    result = await ask(houses, turns, "vegan place open at 9pm", "en")
    assert "Green Leaf" in result["answer"]
    assert "Ballo" not in result["answer"]


def _add_vegan_place(place: Property) -> None:
    factories.RestaurantFactory.create(
        property=place,
        name="Green Leaf",
        cuisine="Asian",
        summary="Rice bowls; half of the menu is vegan.",
        hours=["0-6 00:00-00:00"],
    )
    embed_all()


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("pescatarian, dinner for 2 tomorrow", "en"),
        ("anaphylaxis to sesame, where is it safe to eat", "en"),
        ("vegeterian resturants", "en"),
        ("hijo alérgico al marisco, cena mañana", "es"),
        ("ma femme est allergique aux arachides, un restaurant ?", "fr"),
    ],
)
async def test_a_diet_is_heard_in_few_words_and_with_slips(
    houses: Property, turns: TurnRunner, text: str, language: str
) -> None:
    result = await ask(houses, turns, text, language)
    caution = {
        "en": "please ask the kitchen",
        "es": "pregunte en la cocina",
        "fr": "demandez à la cuisine",
    }
    assert caution[language] in result["answer"]
    assert "Ballo Italian Restaurant" in result["answer"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("low sodium diabetic menu", "diabetic, low sodium: my records do not say"),
        ("do you have an allergy menu", "allergies: my records do not say"),
        ("gluten free and keto places", "gluten free, keto: my records do not say"),
        ("vous avez des options keto ?", "régime keto : mes fiches ne disent pas"),
        ("tenho alergia a amendoim", "amendoim: meus registros não dizem"),
        ("我对花生过敏", "资料中没有说明"),
        ("Ich habe eine Nussallergie, wo gibt es was?", "nut allergy: my records"),
        ("ナッツアレルギーです", "nut allergy: my records do not say"),
        ("bende yer fistigi alerjisi var", "allergies: my records do not say"),
    ],
)
async def test_a_diet_that_nobody_stores_or_reads_gets_places_and_the_kitchen(
    houses: Property, turns: TurnRunner, text: str, words: str
) -> None:
    answer = (await ask(houses, turns, text))["answer"]
    assert words in answer
    assert "Ballo Italian Restaurant" in answer


@pytest.mark.parametrize(
    "text",
    ["where can I keep my insulin, I'm diabetic", "Ich bin allergisch gegen Katzen"],
)
async def test_what_nobody_eats_is_no_diet(
    houses: Property, turns: TurnRunner, text: str
) -> None:
    answer = (await ask(houses, turns, text))["answer"]
    assert "Ballo" not in answer
    assert "kitchen" not in answer
    assert "do not say which" not in answer


@pytest.mark.parametrize(
    "text",
    [
        "땅콩 알레르기가 있어요",
        "عندي حساسية من المكسرات",
        "मुझे मूंगफली से एलर्जी है",
        "аллергия на орехи",
        "tôi bị dị ứng đậu phộng",
        "mam alergię na orzechy",
        "sono allergico alle noci",
        "allergic ako sa mani",
    ],
)
def test_an_allergy_is_heard_in_every_language_of_the_gate(text: str) -> None:
    assert any(map(unstored_diets.is_allergy, unstored_diets.foreign(text)))


async def test_an_allergy_is_heard_beside_a_place_in_another_language(
    houses: Property, turns: TurnRunner
) -> None:
    text = "bin allergisch gegen Nüsse, kann ich bei Ballo essen?"
    answer = (await ask(houses, turns, text))["answer"]
    assert "nut allergy: the records of this place do not say" in answer


async def test_a_complaint_about_a_meal_asks_for_no_list(
    houses: Property, turns: TurnRunner
) -> None:
    result = await ask(houses, turns, "My vegan dinner was cold and raw", "en")
    assert "Ballo" not in result["answer"]
    assert "sorry" in result["answer"]
