"""After an answer come questions that the records answer, those of staff among them."""

from __future__ import annotations

import pytest
from django.conf import settings

from apps.concierge.answer import written_questions
from apps.concierge.answer.cards_and_followups import MOST_FOLLOWUPS
from apps.conversations.turns.runner import TurnRunner
from apps.properties.models import Property
from tests import factories
from tests.added_rows import adds_rows
from tests.apps.knowledge.searching import embed_all
from tests.turns import ask, ask_in_turn

pytestmark = pytest.mark.usefixtures("without_key")
PARKING = {
    "en": "Is parking free?",
    "es": "¿Es gratis el estacionamiento?",
    "fr": "Le parking est-il gratuit ?",
}
SMOKING = {
    "en": "Is smoking allowed?",
    "es": "¿Se puede fumar?",
    "fr": "Peut-on fumer ?",
}


@adds_rows
def answered(resort: Property) -> None:
    """Staff have answered three questions; one of them nobody has translated."""
    for name, answer in (
        ("Is smoking allowed?", "Smoking is not allowed in the garages."),
        ("Is parking free for vans?", "Parking is free for vans of our guests."),
    ):
        factories.FaqEntryFactory.create(property=resort, name=name, answer=answer)
    embed_all()


@pytest.mark.asyncio
@pytest.mark.parametrize("language", PARKING)
async def test_they_are_in_the_guests_language_and_are_answered(
    answered: Property, turns: TurnRunner, language: str
) -> None:
    result = await ask(answered, turns, PARKING[language])
    assert [source["title"] for source in result["citations"]] == [PARKING["en"]]
    offered = result["followups"]
    assert SMOKING[language] in offered
    assert ("Is parking free for vans?" in offered) is (language == "en")
    following = await ask(answered, turns, SMOKING[language])
    assert [source["title"] for source in following["citations"]] == [SMOKING["en"]]


def test_every_language_of_the_page_has_them_on_one_line() -> None:
    translations = written_questions.translations()
    assert {*translations} == {code for code, _ in settings.LANGUAGES} - {"en"}
    titles = {frozenset(questions) for questions in translations.values()}
    assert len(titles) == 1
    for questions in translations.values():
        longest = max(questions.values(), key=len)
        assert len(longest) <= written_questions.LONGEST_QUESTION


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "Tell me about the Sky Tower", "Which rooms are there?"),
        ("es", "¿Qué espectáculos hay esta semana?", "¿Dónde podemos comer?"),
        (
            "fr",
            "Quelles sont les heures d'arrivée et de départ ?",
            "Quels spectacles y a-t-il cette semaine ?",
        ),
    ],
)
async def test_three_questions_about_other_things_follow_and_are_answered(
    demo: Property, turns: TurnRunner, language: str, text: str, expected: str
) -> None:
    result = await ask(demo, turns, text, language)
    offered = result["followups"]
    assert expected in offered
    assert len({*offered}) == MOST_FOLLOWUPS
    answers = [await ask(demo, turns, question, language) for question in offered]
    assert all(answer["citations"] for answer in answers)


async def test_what_was_asked_before_does_not_follow(
    demo: Property, turns: TurnRunner
) -> None:
    *_, result = await ask_in_turn(
        demo, turns, "Which rooms are there?", "Tell me about the Sky Tower"
    )
    assert len(result["followups"]) == MOST_FOLLOWUPS
    assert "Which rooms are there?" not in result["followups"]
