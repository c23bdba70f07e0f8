"""The speaker without a model answers in the words of the records, and cites them."""

import re
from typing import Any

import pytest

from apps.concierge.answer.briefing import Caution
from apps.concierge.extractive import facts, provider
from tests.apps.concierge.extractive import prompts
from tests.apps.concierge.extractive.prompts import ALL, prompt

pytestmark = pytest.mark.usefixtures("without_key")


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


def test_it_tells_first_the_sentence_with_the_value_asked_for() -> None:
    join = """faq | How do I join?
[answer] It is free. Ask at the desk. The card is yours at once."""
    messages = prompt("does the card cost anything", join, best="answer")
    assert provider.answer(messages).startswith("It is free. [1]")


@pytest.mark.parametrize(
    ("question", "is_cautioned"),
    [("how much is valet", True), ("self-parking price?", False), ("valet?", False)],
)
def test_it_says_so_where_the_record_has_no_amount(
    question: str, *, is_cautioned: bool
) -> None:
    garage = """faq | Parking
[answer] Self-parking is free. Valet parking is there for a fee."""
    messages = prompt(question, garage, best="answer")
    answer = provider.answer(messages)
    assert answer.startswith(prompts.IN_PART.before) == is_cautioned


def test_it_names_a_row_of_a_list_once() -> None:
    then = "\n[then | 5 PM] {} is open today, 5:00 PM."
    messages = prompt(
        "somewhere fine tonight",
        prompts.BALLO + then.format("Ballo"),
        prompts.TUSCANY + then.format("Tuscany"),
        fits="price_band then",
    )
    first, _ = provider.answer(messages).splitlines()
    assert first == "- Ballo: Prices are upscale: $$$. [1] Open today, 5:00 PM. [1]"


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("es", "- Ballo: Open now until 10:00 PM. [1] La cocina de Ballo: italiana"),
        (
            "fr",
            "- Ballo : Open now until 10:00 PM. [1] La cuisine de Ballo : italienne",
        ),
    ],
)
def test_a_row_of_a_list_is_named_first(language: str, line: str) -> None:
    messages = prompt(
        "Which restaurants are open?",
        prompts.BALLO,
        prompts.ROCKETS,
        fits="now cuisine",
        language=language,
    )
    _, _, first, _ = provider.answer(messages).splitlines()
    assert first.startswith(line)


def test_it_leaves_out_what_was_doubted() -> None:
    doubted = "Ballo: Open now until 10:00 PM."
    messages = prompt(
        "Is it open?",
        prompts.BALLO,
        best="now hours",
        topic="hours",
        hangs_on=True,
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
        parts = (fact_text if row in names else text).lower().rstrip(".")
        assert all(part in records.lower() for part in parts.split(". "))


TIERS = """promo | River Rewards
[tier_2 | Gold] River Rewards, Gold tier: From 500 points. Free valet for you."""


def test_it_tells_whose_sentence_comes_first() -> None:
    answer = provider.answer(prompt("who gets free valet?", TIERS, best="tier_2"))
    assert answer.startswith("River Rewards, Gold tier: Free valet for you.")


def test_it_begins_with_the_sentence_that_meets_the_question() -> None:
    answer = provider.answer(prompt("how much is valet", prompts.PARKING))
    assert answer.startswith("Valet parking is $20.")


def test_it_leaves_no_fragment_of_a_record() -> None:
    pool = """faq | Is there a pool?
[answer] Yes, if you stay with us. The water is heated."""
    answer = provider.answer(prompt("tell me about swimming", pool))
    assert answer.startswith("Yes, if you stay with us.")
