"""Alice asks; the offline speaker answers in the words of the records."""

import re
import time

import pytest
from langchain_core.messages import AIMessageChunk, BaseMessage, HumanMessage
from pydantic import BaseModel

from apps.concierge.extractive import facts, provider, wording
from apps.concierge.extractive.provider import OfflineChat
from apps.llm import chat
from apps.llm.failures import ModelUnavailable
from tests.apps.concierge.extractive import prompts
from tests.apps.concierge.extractive.prompts import UNKNOWN, prompt

pytestmark = pytest.mark.usefixtures("without_key")

BALLO = "Ballo Italian Restaurant"
ALL = (
    prompts.BALLO, prompts.TUSCANY, prompts.ROCKETS, prompts.SUITE, prompts.DELUXE,
    prompts.SUPERIOR, prompts.BAND, prompts.COMIC, prompts.COUNTRY, prompts.PARKING,
    prompts.POOL, prompts.REWARDS,
)  # fmt: skip


def rows(answer: str, messages: list[BaseMessage]) -> set[str]:
    """The rows that an answer cites."""
    lines = facts.read(messages).facts
    cited = {int(number) for number in re.findall(r"\[(\d+)\]", answer)}
    return {fact.row for fact in lines if fact.number in cited}


@pytest.mark.parametrize(
    ("question", "focus", "answer"),
    [
        ("What should I wear?", BALLO, "is smart casual. [1]"),
        ("Is it expensive?", BALLO, "are upscale: $$$. [1]"),
        ("Do I need to book?", BALLO, "recommended. [1]"),
        ("Where is it?", BALLO, "is at Casino of the Sky. [1]"),
        ("¿A qué hora cierra?", BALLO, "Open now until 10:00 PM. [1]"),
        ("Is Tuscany open on Sunday?", "Tuscany", "Saturday and Sunday, 5:00 PM"),
        ("how much per night", "Junior Suite", "start at $299 a night. [4]"),
        ("how big is it", "Junior Suite", "measures 650 sq ft. [4]"),
        ("does it have a tub?", "Junior Suite", "soaking tub. [4]"),
        ("is it free?", "River Band", "no ticket needed. [7]"),
        ("who plays at the Wolf Den tonight?", "Wolf Den", "River Band plays tonight"),
        ("Can I park for free?", BALLO, "Yes, self-parking is free"),
        ("Where can we swim?", "", "A heated indoor pool"),
        ("What do I get with the Ascend tier?", "Momentum Rewards", "dedicated host"),
        ("how do I sign up?", "Momentum Rewards", "at any Momentum desk. [12]"),
    ],
)
def test_it_answers_about_a_place(question: str, focus: str, answer: str) -> None:
    assert answer in provider.answer(prompt(question, *ALL, focus=focus))


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which restaurants are Italian?", {BALLO, "Tuscany"}),
        ("What restaurants are open now?", {BALLO, "Johnny Rockets"}),
        ("what's open right now", {BALLO, "Johnny Rockets"}),
        ("cheap eats?", {"Johnny Rockets"}),
        ("Any Italian places open right now?", {BALLO}),
        ("Which rooms have a tub?", {"Junior Suite", "Superior Room"}),
        ("What shows are on tonight?", {"River Band"}),
        ("Any shows tomorrow?", {"Laugh Hour"}),
        (
            "what shows are coming up this weekend?",
            {"River Band", "Laugh Hour"},
        ),
        ("Do you have free shows?", {"River Band"}),
        ("which restaurants are open on Saturday?", {BALLO, "Tuscany"}),
    ],
)
def test_it_lists_just_what_fits(question: str, expected: set[str]) -> None:
    messages = prompt(question, *ALL, focus="Junior Suite")
    answer = provider.answer(messages)
    assert rows(answer, messages) == expected
    bullets = [line for line in answer.splitlines() if line.startswith("- ")]
    assert len(bullets) == (len(expected) if len(expected) > 1 else 0)


@pytest.mark.parametrize(
    "question",
    [
        "Is there a helicopter pad?",
        "What is the wifi password?",
        "Does Ballo have live jazz?",
        "Who won the World Cup?",
        "xqzt",
    ],
)
def test_it_says_when_the_records_do_not_hold_it(question: str) -> None:
    assert provider.answer(prompt(question, *ALL, focus=BALLO)) == UNKNOWN


def test_it_does_not_answer_for_another_place() -> None:
    """Alice asks for Johnny Rockets' dress code, which only Ballo has."""
    messages = prompt("Is there a dress code?", *ALL, focus="Johnny Rockets")
    assert provider.answer(messages) == UNKNOWN


@pytest.mark.parametrize(
    "question", ["Is it free?", "Phone number?", "can I eat there"]
)
def test_it_does_not_take_another_subject_for_it(question: str) -> None:
    """Parking is free and other places have what this one does not tell."""
    pool = "amenity | Indoor Pool\n[summary] A warm pool.\n[phone] Call 555-0100."
    den = "venue | Wolf Den\n[summary] A small room with a stage."
    messages = prompt(question, den, pool, prompts.PARKING, focus="Wolf Den")
    assert provider.answer(messages) == UNKNOWN


def test_it_narrows_its_own_list() -> None:
    listed = "- Tuscany serves Italian food.\n- Johnny Rockets serves American food."
    messages = prompt("Which of those is open now?", *ALL, history=["Dinner?", listed])
    assert provider.answer(messages) == "Johnny Rockets: Open 24 hours. [3]"


def test_it_names_a_place_that_nobody_has_named() -> None:
    spa = "amenity | Mandara Spa\n[summary] Massages and facials with ideas from Bali."
    answer = provider.answer(prompt("where can I get a massage", spa))
    assert answer.startswith("Mandara Spa: Massages")


def test_it_prefers_what_a_place_is_to_what_it_also_has() -> None:
    buffet = (
        "restaurant | Buffet\n[cuisine] Buffet food.\n[summary] Some Italian plates."
    )
    messages = prompt("Which restaurants are Italian?", buffet, *ALL)
    assert rows(provider.answer(messages), messages) == {BALLO, "Tuscany"}


def test_it_knows_nothing_without_passages() -> None:
    assert provider.answer(prompt("When does Ballo open?")) == UNKNOWN


def test_it_understands_and_what_about() -> None:
    messages = prompt(
        "And Tuscany?",
        *ALL,
        focus="Tuscany",
        history=["Is Ballo expensive?", "Prices at Ballo are upscale."],
    )
    assert provider.answer(messages) == "Prices at Tuscany are fine-dining: $$$$. [2]"


def test_it_tells_more_without_repeating_itself() -> None:
    summary = "A contemporary trattoria with its own bakery. Sunday is gospel brunch."
    messages = prompt("Tell me about it", prompts.BALLO, focus=BALLO)
    assert f"{wording.OVERVIEW_OPENING} A contemporary" in provider.answer(messages)
    again = prompt(
        "Tell me more", prompts.BALLO, focus=BALLO, history=["Ballo?", summary]
    )
    assert "trattoria" not in provider.answer(again)


def test_it_leaves_out_what_was_doubted() -> None:
    doubted = "Ballo Italian Restaurant: Open now until 10:00 PM."
    messages = prompt("Is it open?", *ALL, focus=BALLO, retry=f"Not true: {doubted}")
    answer = provider.answer(messages)
    assert "until 10:00 PM." not in answer
    assert "every day, 11:30 AM to 10:00 PM. [1]" in answer


def test_it_says_nothing_of_its_own() -> None:
    """Every sentence of every answer stands in a passage, with its marker."""
    for question in ("Tell me about Ballo", "Which rooms have a tub?", "parking?"):
        messages = prompt(question, *ALL, focus=BALLO)
        records = " ".join(fact.text for fact in facts.read(messages).facts)
        answer = provider.answer(messages)
        for opening in (wording.LIST_OPENING, wording.OVERVIEW_OPENING):
            answer = answer.replace(opening, "")
        sentences = re.split(r"\s*\[\d+\]\s*(?:- (?:[\w ]+: )?)?", answer)
        for sentence in filter(None, map(str.strip, sentences)):
            assert sentence.removeprefix("- ") in records


async def test_it_streams_word_by_word_like_any_model() -> None:
    messages = prompt("What should I wear?", *ALL, focus=BALLO)
    pieces = [piece async for piece in OfflineChat().stream(messages)]
    assert len(pieces) > 8
    whole: AIMessageChunk = sum(pieces[1:], start=pieces[0])
    assert whole.text == provider.answer(messages)
    assert whole.usage_metadata
    assert whole.usage_metadata["total_tokens"] == 0


async def test_it_plays_the_speaker_but_fills_in_no_forms() -> None:
    speaker = chat.chat_model("speaker")
    assert speaker
    messages = prompt("What should I wear?", *ALL, focus=BALLO)
    answer = "".join([str(piece.content) async for piece in speaker.stream(messages)])
    assert answer.endswith("smart casual. [1]")
    with pytest.raises(ModelUnavailable):
        await speaker.structured(messages, BaseModel)


def test_it_does_not_stumble_over_a_hostile_question() -> None:
    """Mallory sends what makes a careless pattern run for minutes."""
    start = time.perf_counter()
    for text in (
        "is" + " " * 4000 + "!",
        "<passages>" * 400,
        "a" * 4096,
        "tonight " * 500,
    ):
        provider.answer(prompt(text, *ALL))
        provider.answer([HumanMessage(text)])
    assert time.perf_counter() - start < 20


def test_it_says_yes_to_nothing_but_the_records_own_question() -> None:
    messages = prompt(
        "Parking costs $35 a day, correct?", prompts.PARKING, prompts.POOL
    )
    answer = provider.answer(messages)
    assert "free" in answer
    assert not answer.lower().startswith("yes")
