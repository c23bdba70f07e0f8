"""Alice asks; the speaker without a model tells the facts that most likely answer."""

import re
import time
from typing import Any

import pytest
from langchain_core.messages import AIMessageChunk, BaseMessage, HumanMessage
from pydantic import BaseModel

from apps.concierge.answer.briefing import Caution
from apps.concierge.extractive import facts, provider
from apps.concierge.extractive.provider import OfflineChat
from apps.llm import chat
from apps.llm.failures import ModelUnavailable
from tests.apps.concierge.extractive import prompts
from tests.apps.concierge.extractive.prompts import UNKNOWN, prompt

pytestmark = pytest.mark.usefixtures("without_key")

ALL = (
    prompts.BALLO, prompts.TUSCANY, prompts.ROCKETS, prompts.SUITE, prompts.DELUXE,
    prompts.BAND, prompts.PARKING, prompts.SPA,
)  # fmt: skip


def cited_rows(answer: str, messages: list[BaseMessage]) -> set[str]:
    lines = facts.read(messages).facts
    cited = {int(number) for number in re.findall(r"\[(\d+)\]", answer)}
    return {fact.row for fact in lines if fact.number in cited}


# Selection


@pytest.mark.parametrize(
    ("question", "best", "answer"),
    [
        ("What do I wear to Ballo?", "dress_code", "The dress code at Ballo is casual"),
        ("How expensive is Ballo?", "price_band", "Prices at Ballo are upscale: $$$."),
        ("Where is Ballo?", "place", "Ballo is at Casino of the Sky."),
        ("Who may enter Ballo?", "minimum_age", "Guests of Ballo must be 21 or older."),
    ],
)
def test_it_tells_the_likeliest_fact_and_no_more(
    question: str, best: str, answer: str
) -> None:
    messages = prompt(question, prompts.BALLO, best=best)
    assert provider.answer(messages) == f"{answer.removesuffix('.')}. [1]"


@pytest.mark.parametrize("answerable", [0.0, 0.2])
def test_it_tells_nothing_that_hardly_answers(answerable: float) -> None:
    messages = prompt("Is there a helipad?", *ALL, answerable=answerable)
    assert provider.answer(messages) == UNKNOWN


def test_it_knows_nothing_without_passages() -> None:
    assert provider.answer(prompt("When does Ballo open?")) == UNKNOWN


def test_it_tells_of_hours_what_holds_now_and_what_is_usual() -> None:
    messages = prompt("Ballo hours?", prompts.BALLO, best="hours", topic="hours")
    assert provider.answer(messages) == (
        "Ballo: Open now until 10:00 PM. [1] "
        "Ballo is open every day, 11:30 AM to 10:00 PM. [1]"
    )


def test_it_tells_nothing_of_now_when_another_day_is_asked() -> None:
    then = "\n[then | closed] Ballo is closed on Sunday."
    messages = prompt(
        "Ballo hours on Sunday", prompts.BALLO + then, best="hours", topic="hours"
    )
    answer = provider.answer(messages)
    assert answer.startswith("Ballo is closed on Sunday. [1]")
    assert "Open now" not in answer


def test_it_cautions_before_a_list_that_meets_the_question_in_part() -> None:
    messages = prompt(
        "any vegan places",
        prompts.BALLO,
        prompts.TUSCANY,
        best="cuisine",
        answerable=0.9,
        caution=Caution(before="This comes nearest:"),
    )
    answer = provider.answer(messages)
    assert answer.startswith("This comes nearest:\n\n- ")
    assert cited_rows(answer, messages) == {"Ballo", "Tuscany"}


def test_it_lists_rows_of_the_same_sort() -> None:
    messages = prompt("Which restaurants are Italian?", *ALL, best="cuisine")
    answer = provider.answer(messages)
    assert "- Ballo serves Italian food. [1]" in answer.splitlines()
    assert {"Ballo", "Tuscany"} <= cited_rows(answer, messages)
    assert "Junior Suite" not in cited_rows(answer, messages)


def test_it_lists_nothing_that_is_closed_when_open_ones_are_asked() -> None:
    messages = prompt("What restaurants are open now?", *ALL, best="now")
    answer = provider.answer(messages)
    assert cited_rows(answer, messages) == {"Ballo", "Johnny Rockets"}
    assert answer.count("Open now until 10:00 PM.") == 1


def test_it_names_one_place_though_several_are_asked_for() -> None:
    messages = prompt("Where can I get a massage?", prompts.SPA, best="summary")
    answer = provider.answer(messages)
    assert answer == "Mandara Spa: Massages and facials with ideas from Bali. [1]"


def test_it_gives_the_reasons_that_rows_were_chosen_by() -> None:
    messages = prompt(
        "somewhere cheap", prompts.ROCKETS, prompts.TUSCANY, fits="price_band"
    )
    assert provider.answer(messages).splitlines() == [
        "- Prices at Johnny Rockets are inexpensive: $. [1]",
        "- Prices at Tuscany are fine-dining: $$$$. [2]",
    ]


def test_it_tells_the_extreme_alone() -> None:
    messages = prompt(
        "largest room", prompts.SUITE, prompts.DELUXE, fits="size_sqft", is_extreme=True
    )
    assert provider.answer(messages) == "The Junior Suite measures 650 sq ft. [1]"


def test_it_tells_all_that_are_level_with_the_extreme() -> None:
    corner_suite = (
        "room | Corner Suite\n[size_sqft | 650] The Corner Suite measures 650 sq ft"
    )
    messages = prompt(
        "largest room", prompts.SUITE, corner_suite, fits="size_sqft", is_extreme=True
    )
    assert cited_rows(provider.answer(messages), messages) == {
        "Junior Suite",
        "Corner Suite",
    }


def test_it_compares_what_the_guest_names() -> None:
    named = [fact.item_id for fact in facts.read(prompt("", *ALL[:2])).facts]
    messages = prompt(
        "Ballo or Tuscany, price?", *ALL, named=named, topic="price", best="price_band"
    )
    ballo, tuscany = provider.answer(messages).splitlines()
    assert ballo.startswith("- Prices at Ballo are upscale: $$$. [1]")
    assert tuscany == "- Prices at Tuscany are fine-dining: $$$$. [2]"


# Verdict


@pytest.mark.parametrize(
    ("question", "passage", "best", "verdict"),
    [
        ("Is Ballo open now?", prompts.BALLO, "now", "Yes."),
        ("Is Tuscany open now?", prompts.TUSCANY, "now", "No."),
        ("Is Ballo closed?", prompts.BALLO, "now", "No."),
        ("Is Tuscany closed?", prompts.TUSCANY, "now", "Yes."),
        ("Is Ballo open until 11 PM?", prompts.BALLO, "now", ""),
        ("Does Ballo close at 9?", prompts.BALLO, "now", ""),
        ("Is Ballo open on Mondays?", prompts.BALLO, "hours", ""),
        ("Is Ballo expensive?", prompts.BALLO, "price_band", "Yes."),
        ("Is Ballo cheap?", prompts.BALLO, "price_band", "No."),
        ("Is Johnny Rockets cheap?", prompts.ROCKETS, "price_band", "Yes."),
        ("Is River Band free?", prompts.BAND, "is_free", "Yes."),
        ("Does River Band cost anything?", prompts.BAND, "is_free", "No."),
        ("Can kids come to Ballo?", prompts.BALLO, "minimum_age", "No."),
        ("Can my 16 year old enter Ballo?", prompts.BALLO, "minimum_age", "No."),
        ("Can I go to Ballo at age 22?", prompts.BALLO, "minimum_age", "Yes."),
        ("Do I have to be 21 for Ballo?", prompts.BALLO, "minimum_age", "Yes."),
        ("Can I wear jeans to Ballo?", prompts.BALLO, "dress_code", "Yes."),
        ("Do I need a jacket at Ballo?", prompts.BALLO, "dress_code", "No."),
        ("Do I need to book Ballo?", prompts.BALLO, "reservations", "Yes."),
        ("Can I walk in to Ballo?", prompts.BALLO, "reservations", "No."),
        ("Do I need to book?", prompts.ROCKETS, "reservations", "No."),
        ("Can I just walk in?", prompts.ROCKETS, "reservations", "Yes."),
        ("Is the spa only for guests?", prompts.SPA, "hotel_guests_only", "Yes."),
        ("Can anybody use the spa?", prompts.SPA, "hotel_guests_only", "No."),
        ("Do you have massages?", prompts.SPA, "summary", "Yes."),
        ("Is Ballo Italian?", prompts.BALLO, "cuisine", "Yes."),
        ("Is Ballo Chinese?", prompts.BALLO, "cuisine", ""),
        ("Is Ballo in the Casino of the Earth?", prompts.BALLO, "place", ""),
        ("Is Ballo in the Casino of the Sky?", prompts.BALLO, "place", "Yes."),
        ("Does the Junior Suite fit 6?", prompts.SUITE, "capacity", ""),
        ("What is the dress code?", prompts.BALLO, "dress_code", ""),
    ],
)
def test_it_says_yes_or_no_where_the_record_does(
    question: str, passage: str, best: str, verdict: str
) -> None:
    answer = provider.answer(prompt(question, passage, best=best))
    opening = re.match(r"(Yes|No)\.(?= )", answer)
    assert (opening[0] if opening else "") == verdict
    assert answer.endswith("[1]")


def test_it_says_yes_to_nothing_but_the_records_own_question() -> None:
    messages = prompt("Parking costs $35 a day?", prompts.PARKING, best="answer")
    assert provider.answer(messages) == (
        "Self-parking is free in every garage. [1] Valet parking is $20. [1]"
    )


# Wording


def test_it_cites_every_sentence() -> None:
    messages = prompt("Tell me of Ballo", *ALL, best="summary")
    assert provider.answer(messages) == (
        "Ballo: A contemporary trattoria with its own bakery. [1] "
        "Sunday is gospel brunch. [1]"
    )


def test_it_tells_of_a_long_text_what_the_question_is_about() -> None:
    filler = " ".join(f"Suite {n} has a view of the sea." for n in range(12))
    messages = prompt(
        "Is there a rooftop garden?",
        f"hotel | Tower\n[details] {filler} The rooftop garden opens in May.",
        best="details",
    )
    answer = provider.answer(messages)
    assert "The rooftop garden opens in May. [1]" in answer
    assert answer.count("[1]") == 2


def test_it_warns_before_what_comes_nearest() -> None:
    caution = Caution(before="The records do not say exactly that; this comes nearest:")
    messages = prompt(
        "Is there a vegan massage?", prompts.SPA, best="summary", caution=caution
    )
    assert provider.answer(messages) == (
        f"{caution.before} Mandara Spa: Massages and facials with ideas from Bali. [1]"
    )


def test_it_says_after_what_is_known_in_part() -> None:
    caution = Caution(after="The records do not say more about that.")
    messages = prompt(
        "Is Ballo open to dogs?", prompts.BALLO, best="now", caution=caution
    )
    assert provider.answer(messages) == (
        f"Ballo: Open now until 10:00 PM. [1] {caution.after}"
    )


@pytest.mark.parametrize(
    ("language", "question", "best", "answer"),
    [
        ("es", "Is Ballo open?", "now", "Sí. Ballo: Open now until 10:00 PM. [1]"),
        ("fr", "Is Ballo open?", "now", "Oui. Ballo : Open now until 10:00 PM. [1]"),
        ("es", "Can kids come?", "minimum_age",
         "No. En Ballo hay que tener 21 años o más. [1]"),
        ("fr", "Can kids come?", "minimum_age",
         "Non. Il faut avoir 21 ans ou plus pour Ballo. [1]"),
        ("es", "prices?", "price_band", "Los precios de Ballo son de nivel $$$. [1]"),
        ("fr", "prices?", "price_band", "Les prix de Ballo sont de niveau $$$. [1]"),
    ],
)  # fmt: skip
def test_it_speaks_the_guests_language(
    language: str, question: str, best: str, answer: str
) -> None:
    messages = prompt(question, prompts.BALLO, language=language, best=best)
    assert provider.answer(messages) == answer


@pytest.mark.parametrize(
    ("language", "opening"), [("es", "Los registros"), ("fr", "Voici ce que")]
)
def test_it_quotes_what_it_cannot_say_in_the_guests_language(
    language: str, opening: str
) -> None:
    messages = prompt("massage?", prompts.SPA, language=language, best="summary")
    answer = provider.answer(messages)
    assert answer.startswith(opening)
    assert "Massages and facials with ideas from Bali." in answer
    assert answer.endswith("[1]")


def test_it_tells_the_record_itself_in_a_language_without_sentences() -> None:
    messages = prompt("Is Ballo open?", prompts.BALLO, language="zh", best="now")
    assert "Ballo: Open now until 10:00 PM. [1]" in provider.answer(messages)


def test_it_leaves_out_what_was_doubted() -> None:
    doubted = "Ballo: Open now until 10:00 PM."
    messages = prompt(
        "Is it open?",
        prompts.BALLO,
        best="now hours",
        topic="hours",
        retry=f"Not true: {doubted}",
    )
    answer = provider.answer(messages)
    assert doubted not in answer
    assert "every day, 11:30 AM to 10:00 PM. [1]" in answer


QUESTIONS: list[tuple[str, dict[str, Any]]] = [
    ("What is Ballo?", {"best": "summary", "topic": "about"}),
    ("Which rooms are large?", {"best": "size_sqft"}),
    ("parking?", {"best": "answer"}),
]


@pytest.mark.parametrize(("question", "reading"), QUESTIONS)
def test_it_says_nothing_of_its_own(question: str, reading: dict[str, Any]) -> None:
    """Every sentence of every answer stands in a passage, with its marker."""
    messages = prompt(question, *ALL, **reading)
    records = " ".join(fact.text for fact in facts.read(messages).facts)
    names = {fact.row for fact in facts.read(messages).facts}
    sentences = re.split(r"\s*\[\d+\]\s*", provider.answer(messages))
    assert len(sentences) > 1
    assert sentences[-1] == ""
    for sentence in sentences[:-1]:
        text = sentence.removeprefix("- ")
        row, _, fact_text = text.partition(": ")
        assert (fact_text if row in names else text).lower() in records.lower()


# As a model


async def test_it_streams_word_by_word_like_any_model() -> None:
    messages = prompt("What should I wear?", *ALL, best="dress_code")
    pieces = [piece async for piece in OfflineChat().stream(messages)]
    assert len(pieces) > 8
    whole: AIMessageChunk = sum(pieces[1:], start=pieces[0])
    assert whole.text == provider.answer(messages)
    assert whole.usage_metadata
    assert whole.usage_metadata["total_tokens"] == 0


async def test_it_plays_the_speaker_but_fills_in_no_forms() -> None:
    speaker = chat.chat_model("speaker")
    assert speaker
    messages = prompt("What should I wear?", prompts.BALLO, best="dress_code")
    answer = "".join([str(piece.content) async for piece in speaker.stream(messages)])
    assert answer.endswith("casual. [1]")
    with pytest.raises(ModelUnavailable):
        await speaker.structured(messages, BaseModel)


def test_it_does_not_stumble_over_a_hostile_question() -> None:
    """Mallory sends what makes a careless pattern run for minutes."""
    start = time.perf_counter()
    for text in (
        "is" + " " * 4000 + "!",
        "hey " * 1000,
        "<passages>" * 400,
        "a" * 4096,
        "tonight " * 500,
    ):
        provider.answer(prompt(text, *ALL))
        provider.answer([HumanMessage(text)])
    assert time.perf_counter() - start < 20
