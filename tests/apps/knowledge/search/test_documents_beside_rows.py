"""The demo's rows and documents that guests ask about in one breath."""

from __future__ import annotations

import pytest
from asgiref.sync import sync_to_async

from apps.conversations.turns.runner import TurnRunner
from apps.properties.models import Property
from tests.handing_in import hand_in
from tests.turns import ask

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("without_key")]
FACTS = """# Front desk sheet

## Deluxe Room

Rates for the Deluxe Room start at $199 a night.

## Indoor Pool

The Indoor Pool is open daily from 8:00 AM to 9:00 PM.

## Todd English's Tuscany

Todd English's Tuscany is open Monday to Sunday from 4 PM to 11 PM.
"""
SPA = """# Mandara Spa Menu, Winter 2026

## Opening hours

Guests under the age of 16 may not use the steam room.

## Facials

| Treatment | Minutes | Price |
|---|---|---|
| Pro-collagen facial | 60 | $210 |

## Good to know

A gratuity of 20 percent is added to every treatment. Robes and slippers are provided.
"""
POLICY = """# Event policy

This policy holds for events at the Earth Expo & Convention Center.

## Deposits

A deposit of 25 percent of the estimated bill is due when the contract is signed.

## Decoration

Fog machines need written approval of the fire marshal ten days in advance.

Balloons are allowed.

## Ballroom capacities and rent

| Room | Banquet seats | Rent per day |
|---|---|---|
| Uncas Ballroom | 1,800 | $14,500 |
| Cabaret Hall | 280 | $4,200 |

## Food

Outside caterers are allowed for kosher and halal meals only.
"""
GROTTO = """# Snorkle Grotto

The grotto is open from 10 AM to 4 PM and admission costs $35 per person.

Guests of the Snorkle Grotto may bring their own fins.
"""
PATIO = """# Riverside patio

The patio is outdoor seating with heaters.

Confetti is not allowed on the patio.
"""
RULES = """# Mandara Spa rules

Please arrive thirty minutes before your treatment. Arriving late shortens it.

Treatments are cancelled without cost up to 24 hours before; later, half of the price is
charged.
"""


@pytest.fixture
def documents(demo: Property) -> Property:
    for name, text in (("facts", FACTS), ("spa", SPA), ("policy", POLICY)):
        hand_in(demo, f"{name}.md", text.encode())
    return demo


async def _tell(
    place: Property, turns: TurnRunner, *questions: tuple[str, str]
) -> dict[str, tuple[str, list[str]]]:
    """The answer to each question, and the categories that it cites."""
    results = {text: await ask(place, turns, text, lang) for text, lang in questions}
    return {
        text: (own["answer"], [citation["category"] for citation in own["citations"]])
        for text, own in results.items()
    }


async def test_a_row_answers_before_a_document_whatever_day_is_asked_about(
    documents: Property, turns: TurnRunner
) -> None:
    answered = await _tell(
        documents,
        turns,
        ("What time does Tuscany open today?", "en"),
        ("When does Tuscany open tomorrow?", "en"),
        ("how late is Tuscany open tonight", "en"),
        ("What does the Deluxe Room cost today?", "en"),
        ("what time does the indoor pool open tomorrow", "en"),
        ("¿A qué hora abre Tuscany mañana?", "es"),
        ("À quelle heure ouvre Tuscany aujourd'hui ?", "fr"),
    )
    for answer, categories in answered.values():
        assert categories
        assert "document" not in categories, answer
        assert "do not say" not in answer
    assert "$169" in answered["What does the Deluxe Room cost today?"][0]


async def test_a_document_that_is_called_after_a_row_is_quoted(
    documents: Property, turns: TurnRunner
) -> None:
    answered = await _tell(
        documents,
        turns,
        ("how much is the pro-collagen facial", "en"),
        ("how old do I have to be for the steam room", "en"),
        ("are robes provided", "en"),
        ("rent of the Cabaret Hall", "en"),
    )
    answers = [answer for answer, _ in answered.values()]
    assert [categories for _, categories in answered.values()] == [["document"]] * 4
    assert not any("vouch for" in answer for answer in answers)
    for answer, fact in zip(answers, ("$210", "16", "Yes.", "$4,200"), strict=True):
        assert fact in answer


async def test_a_condition_is_told_without_a_yes_before_it(
    documents: Property, turns: TurnRunner
) -> None:
    answered = await _tell(
        documents,
        turns,
        ("Do you have fog machines?", "en"),
        ("Are fog machines ok?", "en"),
        ("Are outside caterers allowed?", "en"),
        ("Are balloons allowed?", "en"),
        ("¿Se permiten máquinas de niebla?", "es"),
    )
    answers = [answer for answer, _ in answered.values()]
    assert "approval of the fire marshal" in answers[0]
    assert "kosher" in answers[2]
    is_yes = [answer.startswith(("Yes", "Sí")) for answer in answers]
    assert is_yes == [False, False, False, True, False]


async def test_a_document_with_all_words_answers_before_a_row_that_lacks_most(
    documents: Property, turns: TurnRunner
) -> None:
    answered = await _tell(
        documents,
        turns,
        ("How much deposit do we pay for an event?", "en"),
        ("How many banquet seats does the Uncas Ballroom have?", "en"),
        ("Uncas Ballroom rent per day", "en"),
        ("what time is it now", "en"),
    )
    answers = [answer for answer, _ in answered.values()]
    for answer, fact in zip(answers, ("25 percent", "1,800", "$14,500"), strict=False):
        assert fact in answer
    assert "document" not in answered["what time is it now"][1]


async def test_words_that_only_a_document_has_are_found_in_spanish_and_french(
    documents: Property, turns: TurnRunner
) -> None:
    answered = await _tell(
        documents,
        turns,
        ("¿Se permiten globos?", "es"),
        ("¿Hay batas y pantuflas incluidas?", "es"),
        ("¿Se puede traer un catering externo?", "es"),
        ("Les ballons sont-ils autorisés ?", "fr"),
        ("Les chaussons sont-ils fournis ?", "fr"),
        ("¿Hay un submarino?", "es"),
        ("Avez-vous un sous-marin ?", "fr"),
    )
    quotes = ("Balloons", "Robes and", "kosher", "Balloons", "Robes and")
    *answers, spanish, french = answered.values()
    for (answer, categories), quote in zip(answers, quotes, strict=True):
        assert quote in answer
        assert categories == ["document"]
    assert [categories for _, categories in (spanish, french)] == [[], []]


async def test_what_a_document_says_of_another_place_is_told_with_a_caution(
    documents: Property, turns: TurnRunner
) -> None:
    await sync_to_async(hand_in)(documents, "grotto.md", GROTTO.encode())
    answered = await _tell(
        documents,
        turns,
        ("how much is admission to the grotto", "en"),
        ("how much is admission per person at the golf course", "en"),
        ("how much does admission to the museum cost", "en"),
        ("how much is admission to the water slide", "en"),
        ("may I bring fins to the pool", "en"),
        ("are balloons allowed in the casino", "en"),
        ("¿Puedo llevar aletas a la piscina?", "es"),
    )
    (of_grotto, _), *of_others = answered.values()
    assert "$35" in of_grotto
    assert "do not say" not in of_grotto
    for answer, categories in of_others:
        is_cautious = "do not say" in answer or "no dicen" in answer
        assert is_cautious or "document" not in categories, answer


async def test_words_of_documents_are_found_as_they_stand_together(
    documents: Property, turns: TurnRunner
) -> None:
    """With accents, in the plural, and with another word that is about as near."""
    await sync_to_async(hand_in)(documents, "patio.md", PATIO.encode())
    answered = await _tell(
        documents,
        turns,
        ("Les traiteurs extérieurs sont-ils autorisés ?", "fr"),
        ("traiteur extérieur", "fr"),
        ("¿Se permite el confeti?", "es"),
        ("confeti", "es"),
    )
    quotes = ("kosher", "kosher", "Confetti", "Confetti")
    for (answer, categories), quote in zip(answered.values(), quotes, strict=True):
        assert quote in answer
        assert categories == ["document"]


async def test_a_document_in_english_is_found_in_portuguese_and_chinese(
    documents: Property, turns: TurnRunner
) -> None:
    """Also where no model tells it in the guest's language."""
    answered = await _tell(
        documents,
        turns,
        ("Os balões são permitidos?", "pt"),
        ("允许气球吗?", "zh"),
        ("Há um submarino?", "pt"),
        ("有潜艇吗?", "zh"),
        ("A que horas abre o spa?", "pt"),
    )
    *of_things, (_, of_hours) = answered.values()
    categories = [own for _, own in of_things]
    assert categories == [["document"], ["document"], [], []]
    assert "document" not in of_hours


async def test_a_rule_of_a_document_comes_before_a_fee_of_another_place(
    documents: Property, turns: TurnRunner
) -> None:
    await sync_to_async(hand_in)(documents, "rules.md", RULES.encode())
    answered = await _tell(
        documents,
        turns,
        ("late cancellation fee at the spa", "en"),
        ("is there a fee for late cancellation at the spa", "en"),
        ("what do you charge if I cancel late at the spa", "en"),
        ("cargo por cancelación tardía en el spa", "es"),
        ("quels sont les frais d'annulation tardive au spa", "fr"),
        ("is there a fee at the fitness center", "en"),
    )
    *of_spa, (_, of_gym) = answered.values()
    for answer, categories in of_spa:
        assert "half of the price is charged" in answer
        assert categories == ["document"]
    assert "document" not in of_gym
