"""Guests ask whether somebody is old enough: the record first, then the law."""

from __future__ import annotations

import pytest

from apps.conversations.turns.runner import TurnRunner
from apps.properties.models import Jurisdiction, Property
from tests import factories
from tests.added_rows import adds_rows
from tests.apps.knowledge.searching import embed_all
from tests.turns import ask, ask_in_turn

pytestmark = pytest.mark.usefixtures("without_key")
LAW = {
    "minors_may": "Guests under 21 are welcome in the shops.",
    "minors_may_not": "Guests under 21 may not play slot machines.",
}


@adds_rows
def club(resort: Property) -> None:
    factories.VenueFactory.create(
        property=resort, name="Velvet", sort="Nightclub", minimum_age=21
    )
    Jurisdiction.objects.update(**LAW)
    embed_all()


@pytest.mark.parametrize(
    "text",
    [
        "can my 19 yr old get in the nightclub",
        "can my daughter of 19 enter the nightclub?",
    ],
)
async def test_the_age_at_the_place_comes_first_and_is_cited(
    club: Property, turns: TurnRunner, text: str
) -> None:
    result = await ask(club, turns, text, "en")
    assert result["guardrail"] == "age_verification"
    assert result["answer"].startswith("Velvet is for guests of 21 and older. [1] In")
    assert LAW["minors_may_not"] in result["answer"]
    [citation] = result["citations"]
    assert (citation["title"], citation["field"]) == ("Velvet", "minimum_age")
    assert [card["title"] for card in result["cards"]] == ["Velvet"]
    assert "Velvet" in [passage["row"] for passage in result["passages"]]


async def test_children_on_their_way_get_the_rule_beside_the_answer(
    club: Property, turns: TurnRunner
) -> None:
    text = "may the children walk through the casino?"
    result = await ask(club, turns, text, "en")
    assert result["guardrail"] == ""
    assert "21 or older to gamble" in result["answer"]


@pytest.mark.parametrize(
    ("text", "language", "begins", "minors"),
    [
        (
            "¿puede entrar mi hija de 19 años en el club nocturno?",
            "es",
            "Velvet es",
            "menores",
        ),
        (
            "ma fille de 19 ans entre au night-club ?",
            "fr",
            "Velvet est",
            "jeunes",
        ),
        ("minha filha de 17 anos pode jogar no cassino?", "pt", "Em ", "Menores"),
        ("我17岁的儿子可以进赌场吗", "zh", "在 ", "未满"),
    ],
)
async def test_the_whole_reply_is_in_the_guests_language(
    club: Property,
    turns: TurnRunner,
    text: str,
    language: str,
    begins: str,
    minors: str,
) -> None:
    result = await ask(club, turns, text, language)
    assert result["guardrail"] == "age_verification"
    assert result["answer"].startswith(begins)
    assert minors in result["answer"]
    assert "Guests" not in result["answer"]


async def test_an_age_that_no_record_knows_is_answered_with_the_law(
    club: Property,
    turns: TurnRunner,
) -> None:
    result = await ask(
        club, turns, "my brother is 17, may he drink beer at dinner?", "en"
    )
    assert result["answer"].startswith("In Connecticut")
    assert result["citations"] == []


@pytest.fixture
def places(club: Property) -> Property:
    """The club, and places whose records say nothing of an age."""
    factories.RestaurantFactory.create(
        property=club, name="Cedar Grill", dress_code="Business casual"
    )
    factories.VenueFactory.create(property=club, name="Blue Room", sort="Theater")
    embed_all()
    return club


@pytest.mark.parametrize(
    ("before", "text", "begins"),
    [
        (
            "what should I wear to Cedar Grill?",
            "how old do you have to be to get in there?",
            "The records give no minimum age for Cedar Grill. The team",
        ),
        (
            "dress code at the Cedar Grill",
            "and what's the age limit",
            "The records give no minimum age for Cedar Grill. The team",
        ),
        (
            "tell me about the Blue Room",
            "is it 21+",
            "The records give no minimum age for Blue Room.",
        ),
        (
            "tell me about Velvet",
            "how old do you have to be to get in there?",
            "Guests of Velvet must be 21 or older. [1]",
        ),
    ],
)
async def test_an_age_is_of_the_place_that_was_talked_about(
    places: Property, turns: TurnRunner, before: str, text: str, begins: str
) -> None:
    _, answer = await ask_in_turn(places, turns, before, text)
    assert answer["answer"].startswith(begins)


async def test_an_age_that_a_named_place_lacks_is_said_to_be_missing(
    places: Property, turns: TurnRunner
) -> None:
    result = await ask(places, turns, "what is the age limit at the Blue Room?", "en")
    assert result["answer"].startswith("The records give no minimum age for Blue Room.")
    assert result["citations"] == []


async def test_what_the_young_may_do_comes_first_where_it_is_asked(
    club: Property, turns: TurnRunner
) -> None:
    text = "my son is 18, can he come into the shops at least?"
    result = await ask(club, turns, text, "en")
    assert result["guardrail"] == "age_verification"
    assert result["answer"].startswith(LAW["minors_may"])
    assert result["answer"].count(LAW["minors_may"]) == 1
    assert LAW["minors_may_not"] in result["answer"]


@pytest.mark.parametrize(
    ("text", "language", "welcome"),
    [
        ("¿puedo llevar a mi hijo de 12 al casino?", "es", "el hotel y las tiendas"),
        ("mon fils de 12 ans peut jouer ?", "fr", "l'hôtel et les boutiques"),
    ],
)
async def test_where_the_young_may_go_is_said_in_the_guests_language(
    club: Property, turns: TurnRunner, text: str, language: str, welcome: str
) -> None:
    may = (
        "Guests under 21 are welcome in the hotel and the shops, and where it says so."
    )
    await Jurisdiction.objects.aupdate(minors_may=may)
    result = await ask(club, turns, text, language)
    assert result["guardrail"] == "age_verification"
    assert welcome in result["answer"]


@pytest.fixture
def floor(club: Property) -> Property:
    factories.GamingAreaFactory.create(property=club, name="The casino floor")
    embed_all()
    return club


async def test_the_reply_says_only_what_the_law_holds(
    floor: Property, turns: TurnRunner
) -> None:
    text = "can my 19 yo come onto the casino floor with us"
    result = await ask(floor, turns, text, "en")
    assert result["answer"].startswith("In Connecticut guests must be 21 or older")
    assert "ID" not in result["answer"]
