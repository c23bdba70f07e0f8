"""Several questions in one message, and questions that go on with the one before."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import numpy as np
import pytest
from numpy.typing import NDArray

from apps.conversations import single_question
from apps.conversations.turns.runner import TurnRunner
from apps.infrastructure import database_threads
from apps.llm.local.minilm import MiniLM
from apps.properties.models import Property

pytestmark = pytest.mark.usefixtures("closed_connections", "without_key")
EVENING = datetime(2026, 12, 4, 18, 30, tzinfo=ZoneInfo("America/New_York"))


async def ask(
    place: Property, *texts: str, language: str = "en", at: datetime = EVENING
) -> dict[str, Any]:
    """The result of the last of these turns of one conversation."""
    conversation = await database_threads.run(
        single_question.conversation_of, place, None, "web"
    )
    runner = TurnRunner()
    for text in texts:
        result = await single_question.ask(runner, conversation, text, at, language)
        assert result["status"] == "done"
    return dict(result)


def rows(result: dict[str, Any]) -> set[str]:
    return {citation["title"] for citation in result["citations"]}


def questions(result: dict[str, Any]) -> list[str]:
    [node] = [node for node in result["nodes"] if node["node"] == "retrieve"]
    searched: list[str] = node["metadata"]["questions"]
    return searched


async def test_both_questions_of_a_message_are_answered(demo: Property) -> None:
    result = await ask(demo, "when does mandara spa close and is there an atm")
    assert "8:00 PM" in result["answer"]
    assert "ATMs" in result["answer"]
    assert {"Mandara Spa", "Where is an ATM?"} <= rows(result)
    assert questions(result) == ["when does mandara spa close", "is there an atm"]


async def test_no_text_of_a_turn_is_embedded_twice(
    demo: Property, monkeypatch: pytest.MonkeyPatch
) -> None:
    embedded: list[str] = []
    encode = MiniLM.encode

    def recording(model: MiniLM, texts: Sequence[str]) -> NDArray[np.float32]:
        embedded.extend(texts)
        return encode(model, texts)

    monkeypatch.setattr(MiniLM, "encode", recording)
    await ask(demo, "when does mandara spa close and is there an atm")
    assert "is there an atm" in embedded
    assert len(embedded) == len(set(embedded))


async def test_a_part_that_the_records_do_not_hold_is_said_honestly(
    demo: Property,
) -> None:
    result = await ask(demo, "is parking free? and do you rent out helicopters?")
    assert result["answer"].startswith("Self-parking is free")
    assert f"other part of your question; the team at {demo.phone}" in result["answer"]
    assert rows(result) == {"Is parking free?"}


async def test_a_name_in_one_part_holds_for_the_other(demo: Property) -> None:
    result = await ask(demo, "what is the dress code at Ballo and do i need to book")
    assert "smart casual" in result["answer"].lower()
    assert "ecommended" in result["answer"]
    assert rows(result) == {"Ballo Italian Restaurant"}


async def test_two_nouns_are_one_question(demo: Property) -> None:
    result = await ask(demo, "steam room and sauna somewhere?")
    assert len(questions(result)) == 1


async def test_a_question_stays_with_the_pool_of_the_answer_before(
    demo: Property,
) -> None:
    result = await ask(demo, "do you have a pool?", "how late is it open?")
    assert "10:00 PM" in result["answer"]
    assert questions(result) == ["Indoor Pool: how late is it open?"]


async def test_the_second_one_of_a_list_can_be_chosen(demo: Property) -> None:
    listed = await ask(demo, "which spas do you have?")
    names = [citation["title"] for citation in listed["citations"]]
    second = list(dict.fromkeys(names))[1]
    result = await ask(demo, "which spas do you have?", "the second one, what hours?")
    assert rows(result) == {second}


@pytest.mark.parametrize(
    ("text", "language", "refusal"),
    [
        (
            "which slot should i play to win, and is parking free?",
            "en",
            "I give no advice",
        ),
        ("is parking free and how do i beat roulette", "en", "I give no advice"),
        ("¿es gratis el estacionamiento y cómo gano a la ruleta?", "es", "No doy"),
        ("comment gagner au blackjack ? le parking est gratuit ?", "fr", "Je ne cons"),
    ],
)
async def test_advice_on_playing_is_refused_beside_an_answer(
    demo: Property, text: str, language: str, refusal: str
) -> None:
    result = await ask(demo, text, language=language)
    assert rows(result) == {"Is parking free?"}
    assert f"\n\n{refusal}" in result["answer"]
    assert "1-888-789-7777" in result["answer"]
    assert [line["name"] for line in result["help"]]


async def test_a_question_about_the_games_beside_another_is_no_advice(
    demo: Property,
) -> None:
    result = await ask(demo, "where are the slot machines and is parking free?")
    assert rows(result) == {"Slot machines", "Is parking free?"}
    assert "I give no advice" not in result["answer"]


@pytest.mark.parametrize(
    ("text", "expected_rows", "fact"),
    [
        (
            "which suites do you have and how big are they",
            {"Executive Suite", "Junior Suite", "Presidential Suite"},
            "900 sq ft",
        ),
        (
            "Italian place please, and is it expensive?",
            {
                "Ballo Italian Restaurant",
                "Mohegan Sun Caputo Trattoria",
                "Todd English's Tuscany",
            },
            "$$$$",
        ),
    ],
)
async def test_what_is_asked_of_a_list_is_told_of_each_row_of_it(
    demo: Property, text: str, expected_rows: set[str], fact: str
) -> None:
    result = await ask(demo, text)
    assert len(questions(result)) == 2
    second_half = result["answer"].rpartition("\n\n")[2]
    assert fact in second_half
    assert all(f"- {row}: " in second_half for row in expected_rows)


async def test_the_second_half_is_about_the_place_that_the_first_half_names(
    demo: Property,
) -> None:
    """The steakhouse is closed on Mondays; the steak comes from another kitchen."""
    monday = datetime(2026, 12, 7, 12, tzinfo=EVENING.tzinfo)
    text = "good steak tonight for 4, and do I need a jacket?"
    result = await ask(demo, text, at=monday)
    assert rows(result) == {"Lantern Bar & Grill"}
    assert "dress code at Lantern Bar & Grill is casual" in result["answer"]


async def test_what_only_one_row_of_a_list_has_is_told_of_that_one(
    demo: Property,
) -> None:
    text = "which suites do you have and is there a wet bar in one"
    second_half = (await ask(demo, text))["answer"].rpartition("\n\n")[2]
    assert second_half.startswith("Yes. The Executive Suite")
    assert "Junior Suite" not in second_half


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("do you have craps, is parking free", ["Craps", "Self-parking is free"]),
        ("when does the buffet open, is it expensive", ["4:00 PM", "$$"]),
    ],
)
async def test_a_comma_divides_what_is_asked_twice(
    demo: Property, text: str, facts: list[str]
) -> None:
    result = await ask(demo, text)
    assert len(questions(result)) == 2
    assert all(fact in result["answer"] for fact in facts)


@pytest.mark.parametrize(
    "text",
    ["if we come with kids, what is there to do", "where can i smoke, outside?"],
)
async def test_a_comma_alone_divides_nothing(demo: Property, text: str) -> None:
    assert len(questions(await ask(demo, text))) == 1


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        (
            "who's playing at the arena tomorrow and is there parking",
            "do not say who is playing",
        ),
        (
            "what's the dress code at Avalon and is parking free?",
            "give no dress code for Avalon Nightclub",
        ),
    ],
)
async def test_what_a_row_lacks_is_told_behind_the_other_half(
    demo: Property, text: str, missing: str
) -> None:
    first, _, second = (await ask(demo, text))["answer"].partition("\n\n")
    assert first.startswith("Self-parking is free")
    assert missing in second


async def test_the_dress_code_of_one_place_is_none_of_another(demo: Property) -> None:
    result = await ask(demo, "what should I wear at Mandara Spa?")
    assert result["answer"].startswith("The records give no dress code for Mandara")
    assert "casual" not in result["answer"]
