"""Guests without a model have sums worked out, cited, beside what else they ask."""

from __future__ import annotations

from typing import Any

import pytest

from apps.conversations.turns.runner import TurnRunner
from apps.properties.models import FeatureFlag, Property
from tests.turns import ask, ask_in_turn

pytestmark = pytest.mark.usefixtures("without_key")


def tool_calls(result: Any) -> list[dict[str, Any]]:
    """As staff see them in the trace."""
    return [
        call
        for node in result["nodes"]
        for call in node["metadata"].get("tool_calls", ())
    ]


async def test_a_guest_has_a_bill_split(demo: Property, turns: TurnRunner) -> None:
    result = await ask(demo, turns, "Split $240 between 6 people please")
    assert result["answer"] == "$240 among 6 people is $40 each. [1]"
    [citation] = result["citations"]
    assert (citation["category"], citation["quote"]) == ("calculation", "$40")
    assert (citation["title"], citation["field_label"]) == ("Calculation", "Result")
    [call] = tool_calls(result)
    assert call["tool"] == "calculate"
    assert call["outcome"] == "done"
    assert call["duration_ms"] >= 0
    assert call["cost_usd"] == 0
    assert "arguments" not in call


async def test_arithmetic_is_worked_out(demo: Property, turns: TurnRunner) -> None:
    result = await ask(demo, turns, "What is 17 * 23 + 1.5?")
    assert result["answer"] == "17 × 23 + 1.5 = 392.5 [1]"  # noqa: RUF001


async def test_points_are_counted_from_the_records(
    demo: Property, turns: TurnRunner
) -> None:
    text = "I have 4,200 tier credits. How many more do I need for Leap?"
    result = await ask(demo, turns, text)
    assert "With 4,200 you need 5,800 more." in result["answer"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "20% tip on $86.40 for 3",
            "$86.40 with a tip of 20% is $103.68; among 3 people that is $34.56 each.",
        ),
        (
            "15% of $99.99 for 2",
            "15% of $99.99 is $15. Divided by 2 that is $7.50. "
            "It is rounded to the cent.",
        ),
        (
            "if I have 1.5k tier credits how many more to Leap",
            "Leap begins at 10,000 Tier Credits. With 1,500 you need 8,500 more.",
        ),
        (
            "I have 2,499.5 tier credits, how many more for Ignite?",
            "Ignite begins at 2,500 Tier Credits. With 2,499.5 you need 0.5 more.",
        ),
        (
            "How many points do I need to reach the next tier from 1,800 Tier Credits?",
            "Ignite begins at 2,500 Tier Credits. With 1,800 you need 700 more.",
        ),
        (
            "how many points to the next tier from 1800",
            "Ignite begins at 2,500 Tier Credits. With 1,800 you need 700 more.",
        ),
        ("25% off $80", "25% off $80 is $60; that saves $20."),
    ],
)
async def test_a_sum_takes_every_figure_whole(
    demo: Property, turns: TurnRunner, text: str, sentence: str
) -> None:
    result = await ask(demo, turns, text)
    assert result["answer"] == f"{sentence} [1]"


@pytest.mark.parametrize(
    ("text", "language", "sentence"),
    [
        ("3 nights in a Deluxe Room, what's the total?", "en", "$507 or more"),
        ("how much are two nights in the deluxe room", "en", "$338 or more"),
        ("¿Cuánto cuestan 3 noches en una Deluxe Room?", "es", "$507 o más"),
    ],
)
async def test_nights_in_a_room_are_counted_by_the_rate_of_its_row(
    demo: Property, turns: TurnRunner, text: str, language: str, sentence: str
) -> None:
    result = await ask(demo, turns, text, language)
    assert sentence in result["answer"]
    assert {"calculation", "room"} == {own["category"] for own in result["citations"]}


@pytest.mark.parametrize("text", ["split the bill", "can we split the bill?"])
async def test_a_guest_is_asked_for_the_figures_of_a_bill(
    demo: Property, turns: TurnRunner, text: str
) -> None:
    answer = (await ask(demo, turns, text))["answer"]
    assert answer.startswith("Tell me the amount and how many of you there are")


async def test_what_is_asked_besides_is_answered_from_the_records(
    demo: Property, turns: TurnRunner
) -> None:
    text = "What is 15% of $80, and when does Mandara Spa close?"
    result = await ask(demo, turns, text)
    assert result["answer"].startswith("15% of $80 is $12. [1]")
    assert "8:00 PM" in result["answer"]
    cited = {citation["title"] for citation in result["citations"]}
    assert {"Calculation", "Mandara Spa"} <= cited


async def test_a_sum_is_told_in_the_guests_language(
    demo: Property, turns: TurnRunner
) -> None:
    result = await ask(demo, turns, "Divide la cuenta de $240 entre 6", "es")
    assert result["answer"] == "$240 entre 6 personas son $40 por persona. [1]"
    assert result["citations"][0]["title"] == "Cálculo"


async def test_no_currency_is_added_to_plain_numbers(
    demo: Property, turns: TurnRunner
) -> None:
    text = "¿cuánto es el 18% de 240 entre 5?"
    result = await ask(demo, turns, text, "es")
    assert result["answer"] == "El 18% de 240 es 43.2. Dividido entre 5 son 8.64. [1]"


async def test_a_sum_does_not_change_the_subject(
    demo: Property, turns: TurnRunner
) -> None:
    answers = await ask_in_turn(
        demo,
        turns,
        "Tell me about Mandara Spa",
        "Split $240 between 6 people",
        "What is 5 / 0?",
        "When does it close?",
    )
    assert "Mandara Spa" in {own["title"] for own in answers[-1]["citations"]}


@pytest.mark.parametrize(
    "text",
    [
        "What is 5 / 0?",
        "240 / 0",
        "calculate 1/0",
        "What is 10**10**10?",
        "split 100 among 0 people",
    ],
)
async def test_a_guest_is_told_that_a_sum_cannot_be_worked_out(
    demo: Property, turns: TurnRunner, text: str
) -> None:
    result = await ask(demo, turns, text)
    assert [call["outcome"] for call in tool_calls(result)] == ["refused"]
    assert result["answer"] == "This sum cannot be worked out."
    assert not result["citations"]
    assert not result["help"]


@pytest.mark.parametrize(
    "text", ["split a bill of $-50", "split -$50 among 4", "what is a 20% tip on -$85?"]
)
async def test_no_amount_is_negative(
    demo: Property, turns: TurnRunner, text: str
) -> None:
    answer = (await ask(demo, turns, text))["answer"]
    assert answer.startswith("An amount, a percentage or a number of people cannot be")


async def test_what_is_asked_beside_an_impossible_sum_is_answered(
    demo: Property, turns: TurnRunner
) -> None:
    text = "Split $100 among 0 people, and when does Mandara Spa close?"
    result = await ask(demo, turns, text)
    assert "8:00 PM" in result["answer"]
    assert result["answer"].endswith("This sum cannot be worked out.")
    assert {own["title"] for own in result["citations"]} == {"Mandara Spa"}


async def test_no_helpline_stands_beside_a_sum(
    demo: Property, turns: TurnRunner
) -> None:
    result = await ask(demo, turns, "split 212.40 by 4 with 18% tip")
    assert "that is $62.66 each" in result["answer"]
    assert not result["help"]


async def test_a_property_can_do_without_tools(
    demo: Property, turns: TurnRunner
) -> None:
    await FeatureFlag.objects.acreate(property=demo, key="tools", is_on=False)
    result = await ask(demo, turns, "Split $240 between 6 people please")
    assert tool_calls(result) == []
    assert "$40" not in result["answer"]


@pytest.mark.parametrize(
    ("text", "language", "sentence"),
    [
        (
            "add 18% to 240 and divide by five",
            "en",
            "240 plus 18% is 283.2. Divided by 5 that is 56.64.",
        ),
        (
            "what's $240 plus 18%, split 5 ways?",
            "en",
            "$240 plus 18% is $283.20. Divided by 5 that is $56.64.",
        ),
        ("can you add 10% tax to $80", "en", "$80 plus 10% is $88."),
        (
            "¿cuánto es el veinte por ciento de ochenta y cinco?",
            "es",
            "El 20% de 85 es 17.",
        ),
        ("partage 300 en 4", "fr", "300 ÷ 4 = 75"),
        (
            "suma el 18% a 240 y divide entre cinco",
            "es",
            "240 más el 18% son 283.2. Dividido entre 5 son 56.64.",
        ),
        (
            "ajoute 18 % à 240 et divise par 5",
            "fr",
            "240 plus 18% font 283.2. Divisé par 5, cela fait 56.64.",
        ),
    ],
)
async def test_a_percentage_is_added_to_an_amount(
    demo: Property, turns: TurnRunner, text: str, language: str, sentence: str
) -> None:
    result = await ask(demo, turns, text, language)
    assert result["answer"] == f"{sentence} [1]"


@pytest.mark.parametrize(
    ("first", "text", "language", "sentence"),
    [
        ("25% off $80", "what's 20% on that", "en", "20% of $60 is $12."),
        ("What is 17 * 23?", "and 10% of that?", "en", "10% of 391 is 39.1."),
        ("15% of $80", "add 20% to it", "en", "$12 plus 20% is $14.40."),
        ("15% of $80", "and with 20%?", "en", "20% of $80 is $16."),
        ("17 * 20", "and with 20%?", "en", "340 plus 20% is 408."),
        (
            "Split $240 between 6 people",
            "what about with a 20% tip?",
            "en",
            "$240 with a tip of 20% is $288; among 6 people that is $48 each.",
        ),
        (
            "Split $240 between 6 people",
            "and between 5?",
            "en",
            "$240 among 5 people is $48 each.",
        ),
        ("25% de descuento en $80", "¿y el 20% de eso?", "es", "El 20% de $60 es $12."),
        ("15% de $80", "¿y con 20%?", "es", "El 20% de $80 es $16."),
        (
            "combien font $80 avec 25% de réduction ?",
            "et 20 % de ça ?",
            "fr",
            "20% de $60 font $12.",
        ),
        ("15% de $80", "et avec 20 % ?", "fr", "20% de $80 font $16."),
    ],
)
async def test_a_guest_goes_on_from_a_sum(
    demo: Property,
    turns: TurnRunner,
    first: str,
    text: str,
    language: str,
    sentence: str,
) -> None:
    *_, result = await ask_in_turn(demo, turns, first, text, language=language)
    assert result["answer"] == f"{sentence} [1]"


async def test_each_sum_goes_on_from_the_one_before(
    demo: Property, turns: TurnRunner
) -> None:
    texts = ("25% off $80", "add 10% to that", "and with 20%?", "divide that by 4")
    results = await ask_in_turn(demo, turns, *texts)
    assert [own["answer"] for own in results[1:]] == [
        "$60 plus 10% is $66. [1]",
        "$60 plus 20% is $72. [1]",
        "$72 among 4 people is $18 each. [1]",
    ]


@pytest.mark.parametrize("text", ["and with 20%?", "what's 20% on that"])
async def test_nothing_goes_on_from_an_answer_without_a_sum(
    demo: Property, turns: TurnRunner, text: str
) -> None:
    texts = ("25% off $80", "When does Mandara Spa close?", text)
    assert tool_calls((await ask_in_turn(demo, turns, *texts))[-1]) == []
