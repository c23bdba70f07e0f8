"""An age that a guest tells holds for the next questions of the conversation."""

from __future__ import annotations

import pytest
from django.utils import timezone

from apps.concierge.guardrails import checks
from apps.conversations.turns.runner import TurnRunner
from apps.properties.models import Property
from tests import factories
from tests.added_rows import adds_rows
from tests.apps.knowledge.searching import embed_all
from tests.turns import ask, ask_in_turn

pytestmark = pytest.mark.usefixtures("without_key")
LAW = "Guests must be 21 or older to gamble"


@adds_rows
def club(resort: Property) -> None:
    factories.VenueFactory.create(property=resort, name="Velvet", sort="Nightclub")
    factories.AmenityFactory.create(property=resort, name="Lagoon", sort="Pool")
    embed_all()


@pytest.mark.parametrize(
    ("language", "age", "question"),
    [
        ("en", "I'm 17", "can I play the slots then?"),
        ("en", "i am sixteen", "can I get a beer at the pool"),
        ("es", "tengo 17 años", "¿puedo jugar a las máquinas?"),
        ("zh", "我今年17岁", "我可以玩老虎机吗"),
    ],
)
async def test_a_minor_is_told_the_age_at_the_next_question(
    club: Property, turns: TurnRunner, language: str, age: str, question: str
) -> None:
    *_, then = await ask_in_turn(club, turns, age, question, language=language)
    assert then["guardrail"] == checks.AGE


@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("en", "I was born in {year}, which cocktail bar?"),
        ("es", "nací en {year}, ¿puedo jugar a las máquinas?"),
        ("fr", "je suis née en {year}, puis-je jouer aux machines à sous ?"),
    ],
)
async def test_a_year_of_birth_tells_the_age(
    club: Property, turns: TurnRunner, language: str, question: str
) -> None:
    year = timezone.now().astimezone(club.zone).year
    minor = await ask(club, turns, question.format(year=year - 17), language)
    adult = await ask(club, turns, question.format(year=year - 37), language)
    assert (minor["guardrail"], adult["guardrail"]) == (checks.AGE, "")


async def test_a_minor_may_ask_for_the_pool(club: Property, turns: TurnRunner) -> None:
    *_, then = await ask_in_turn(club, turns, "I'm 17", "Where is the Lagoon pool?")
    assert then["guardrail"] == ""
    assert "Lagoon" in then["answer"]
    assert LAW not in then["answer"]


@pytest.mark.parametrize("correction", ["I was joking, I'm 27", "sorry, just kidding"])
async def test_an_age_is_withdrawn(
    club: Property, turns: TurnRunner, correction: str
) -> None:
    question = "which slots are new?"
    *_, minor = await ask_in_turn(club, turns, "I'm 17", question)
    *_, adult = await ask_in_turn(club, turns, "I'm 17", correction, question)
    assert (minor["guardrail"], adult["guardrail"]) == (checks.AGE, "")
    assert LAW not in adult["answer"]


async def test_an_adult_with_a_minor_is_answered_with_the_rule_beside(
    club: Property, turns: TurnRunner
) -> None:
    *_, then = await ask_in_turn(
        club, turns, "my daughter is 16", "where is Velvet, can she come?"
    )
    assert then["guardrail"] == ""
    assert "Velvet" in then["answer"]
    assert LAW in then["answer"]


@pytest.mark.parametrize(
    ("language", "age", "question"),
    [
        ("en", "My kids are 15 and 17", "can they play slots?"),
        ("en", "My daughter is 16", "And can she play blackjack?"),
        ("en", "We have kids aged 12 and 14", "can they drink cocktails at Velvet?"),
        ("en", "my son is 19", "is he allowed at the roulette tables"),
        ("es", "Mis hijos tienen 15 y 17 años", "¿pueden jugar a las tragamonedas?"),
        ("fr", "ma fille a 16 ans", "peut-elle jouer aux machines à sous ?"),
        ("zh", "我女儿今年16岁", "她可以玩老虎机吗"),
    ],
)
async def test_nobody_hears_yes_for_somebody_too_young(
    club: Property, turns: TurnRunner, language: str, age: str, question: str
) -> None:
    *_, then = await ask_in_turn(club, turns, age, question, language=language)
    assert then["guardrail"] == checks.AGE


async def test_the_young_may_still_ask_for_the_pool(
    club: Property, turns: TurnRunner
) -> None:
    *_, then = await ask_in_turn(
        club, turns, "My kids are 8 and 10", "can they swim in the Lagoon pool?"
    )
    assert then["guardrail"] == ""
    assert "Lagoon" in then["answer"]


@pytest.mark.parametrize(
    ("language", "age", "question"),
    [
        ("en", "I'm here with my 16 year old", "what time does Ballo open?"),
        ("en", "can my 16 year old play the slots?", "is there somewhere to eat?"),
        ("en", "my daughter is 16", "tell me about Ballo"),
        ("en", "can my son, 15, gamble?", "how do I join the rewards club"),
        ("es", "mi hija tiene 16 años", "¿a qué hora abre la piscina?"),
        ("fr", "mon fils a 15 ans", "où est-ce qu'on mange ?"),
    ],
)
async def test_an_adult_with_a_minor_hears_no_rule_where_nobody_young_is_meant(
    club: Property, turns: TurnRunner, language: str, age: str, question: str
) -> None:
    *_, then = await ask_in_turn(club, turns, age, question, language=language)
    assert (then["guardrail"], "21" in then["answer"]) == ("", False)


@pytest.mark.parametrize("question", ["are pets allowed", "when does the pool close"])
async def test_a_minor_is_not_refused_what_everybody_may_ask(
    club: Property, turns: TurnRunner, question: str
) -> None:
    *_, then = await ask_in_turn(club, turns, "I'm 16", question)
    assert then["guardrail"] == ""


async def test_another_conversation_knows_nothing_of_it(
    club: Property, turns: TurnRunner
) -> None:
    await ask(club, turns, "I'm 17", "en")
    result = await ask(club, turns, "which slots are new?", "en")
    assert result["guardrail"] == ""


@pytest.mark.parametrize(
    "text",
    [
        "can my 30-year-old brother gamble",
        "My daughter is 35, is Velvet right for her?",
        "mi hermano tiene 31 años y quiere jugar póker",
        "mein Sohn ist 32 und will in den Nachtclub",
    ],
)
async def test_nobody_is_too_young_whose_age_says_otherwise(
    club: Property, turns: TurnRunner, text: str
) -> None:
    result = await ask(club, turns, text)
    assert result["guardrail"] == ""
    assert LAW not in result["answer"]


@pytest.mark.parametrize(
    "text",
    [
        "I'm 34, can my kid play the slots",
        "my brother is 25 and I'm 19, can we both gamble?",
        "I am 40, do I have to be 21 years old to gamble?",
    ],
)
async def test_an_adults_age_hides_nobody_else(
    club: Property, turns: TurnRunner, text: str
) -> None:
    result = await ask(club, turns, text, "en")
    assert result["guardrail"] == checks.AGE


@pytest.mark.parametrize(
    "text",
    [
        "do you have a babysitter so we can gamble",
        "who can watch our kids while we play blackjack?",
        "¿quién cuida a los niños mientras jugamos en el casino?",
    ],
)
async def test_who_asks_for_child_care_is_answered(
    club: Property, turns: TurnRunner, text: str
) -> None:
    result = await ask(club, turns, text)
    assert result["guardrail"] == ""


async def test_a_child_at_the_machines_is_no_child_care(
    club: Property, turns: TurnRunner
) -> None:
    text = "can i leave my kids at the slots while i play"
    result = await ask(club, turns, text, "en")
    assert result["guardrail"] == checks.AGE
