"""A guest who asks nothing is thanked, and asked back where two things cannot be."""

from __future__ import annotations

import pytest

from apps.conversations import single_question
from apps.conversations.turns.runner import TurnRunner
from apps.properties.models import Property
from tests.apps.conversations.test_guest_facts import live_values, thread_at

pytestmark = pytest.mark.usefixtures("without_key", "closed_connections")
THANKS = {
    "en": "Thank you for telling me. What may I look up for you?",
    "es": "Gracias por decírmelo. ¿Qué puedo buscarle?",
    "de": "Danke, dass Sie mir das sagen. Was darf ich für Sie nachsehen?",
}


async def answers(turns: TurnRunner, place: Property, *texts: str) -> list[str]:
    thread = await thread_at(place)
    return [
        (await single_question.ask(turns, thread, text))["answer"] for text in texts
    ]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("we're coming dec 18 to 20 for our anniversary, I'm vegetarian", "en"),
        ("actually four of us, my sister can't make it", "en"),
        ("There will be 2 of us, arriving Friday", "en"),
        ("we are 6 people", "en"),
        ("my wife is deaf", "en"),
        ("Hi! My wife and I are celebrating our 10th anniversary", "en"),
        ("Somos cuatro personas y llegamos el viernes", "es"),
        ("Wir sind zu dritt und bleiben vier Nächte", "de"),
    ],
)
async def test_news_are_noted_with_thanks(
    resort: Property, turns: TurnRunner, text: str, language: str
) -> None:
    assert await answers(turns, resort, text) == [THANKS[language]]
    assert await live_values()


@pytest.mark.parametrize(
    "text",
    [
        "I'm vegetarian and there are four of us. What is the dress code at Ballo?",
        "we are coming to Ballo on Friday, four of us",
        "we are four and need a table at Ballo",
        "we are here for our honeymoon and the TV in 1204 is broken",
        "my wife lost her ring, it was our anniversary",
        "we are vegan and our waiter laughed at us",
        "2 adults, Friday to Sunday",
        "we love Italian food",
        "and if it's just the two of us",
    ],
)
async def test_whoever_wants_more_gets_more(
    resort: Property, turns: TurnRunner, text: str
) -> None:
    (answer,) = await answers(turns, resort, text)
    assert THANKS["en"] not in answer


async def test_a_contradiction_is_asked_back(
    resort: Property, turns: TurnRunner
) -> None:
    question, _ = await answers(turns, resort, "We are four, the five of us", "just 5")
    assert question.endswith("which of these is right - People in your party: 4 / 5?")
    assert await live_values() == {"party_size": 5}


async def test_a_question_beside_it_is_answered_first(
    resort: Property, turns: TurnRunner
) -> None:
    text = "We are four, the five of us want to know the dress code at Ballo"
    (answer,) = await answers(turns, resort, text)
    assert "smart casual" in answer
    assert answer.endswith("People in your party: 4 / 5?")
    assert await live_values() == {}


async def test_a_number_answers_no_other_question(
    resort: Property, turns: TurnRunner
) -> None:
    await answers(turns, resort, "Is parking free?", "5")
    assert await live_values() == {}


async def test_forget_that_after_no_news_says_so(
    resort: Property, turns: TurnRunner
) -> None:
    texts = ("We are four people", "Is parking free?", "forget that")
    *_, reply = await answers(turns, resort, *texts)
    assert reply.startswith("I noted nothing from your last message.")
    assert await live_values() == {"party_size": 4}


@pytest.mark.parametrize(
    "text",
    [
        "don't remember anything about me",
        "I don't want you to store my data",
        "stop remembering me",
    ],
)
async def test_whoever_wants_no_memory_has_none(
    resort: Property, turns: TurnRunner, text: str
) -> None:
    await answers(turns, resort, "We are four people", text)
    assert await live_values() == {}
