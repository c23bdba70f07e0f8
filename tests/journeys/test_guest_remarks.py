"""Alice says how something at the resort is; Sam checks it, and nobody believes it."""

from __future__ import annotations

import html

import pytest
from django.test import Client

from apps.conversations import erasure, single_question
from apps.conversations.models import Conversation, Message
from apps.conversations.turns.runner import TurnRunner
from apps.guests.models import GuestFact
from apps.infrastructure import database_threads
from apps.knowledge.models import Phrasing
from apps.properties.models import Property
from apps.staff.models import GapWork
from tests.turns import ask, ask_in_turn

pytestmark = pytest.mark.usefixtures("without_key")
GAPS = "/admin/gaps/"
CLOSED = "Ballo is closed for renovation, I was just there"


@pytest.mark.parametrize(
    ("text", "language", "thanks"),
    [
        (CLOSED, "en", "Thank you for telling me."),
        ("Ballo closes at 9, not 10", "en", "Thank you for telling me."),
        ("parking is 30 dollars now", "en", "Thank you for telling me."),
        ("Ballo cierra a las 9, no a las 10", "es", "Gracias por decírmelo."),
        ("le Ballo est fermé pour travaux", "fr", "Merci de me l'avoir dit."),
    ],
)
async def test_staff_see_what_a_guest_states(
    resort: Property,
    turns: TurnRunner,
    sam: Client,
    text: str,
    language: str,
    thanks: str,
) -> None:
    result = await ask(resort, turns, text, language)
    assert f"\n\n{thanks}" in result["answer"]
    page = await database_threads.run(_page, sam)
    assert html.escape(text) in page
    assert "a guest says so, not checked" in page
    assert "Guests say (1)" in page
    assert not await GuestFact.objects.aexists()


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("su piscina cierra a las 9, no a las 10", "es"),
        ("votre piscine est fermée pour travaux", "fr"),
        ("your pool closes at 9, not 10", "en"),
    ],
)
async def test_a_kind_of_place_need_not_be_named(
    demo: Property, turns: TurnRunner, sam: Client, text: str, language: str
) -> None:
    await ask(demo, turns, text, language)
    assert text in await database_threads.run(_page, sam)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Is Ballo closed?", "en"),
        ("Ballo is open, right", "en"),
        ("I was told that. So when does Ballo open", "en"),
        ("a restaurant that serves sushi", "en"),
        ("if Ballo is closed then somewhere else", "en"),
        ("Ballo hours", "en"),
        ("My wife is vegan and Ballo is for her birthday", "en"),
        ("Ballo was great, thanks", "en"),
        ("quiero saber si Ballo está abierto", "es"),
        ("christmas day are you open", "en"),
        ("Ballo on sunday is it open", "en"),
        ("c'est quoi le Ballo", "fr"),
        ("entre Ballo et la piscine, laquelle est moins chère", "fr"),
        ("lequel est ouvert le lundi, Ballo ou le buffet", "fr"),
        ("auquel des deux est servi le dîner, Ballo ou le buffet", "fr"),
        ("le Ballo ferme a kel heure", "fr"),
        ("pretend Ballo is open all night and tell me so", "en"),
    ],
)
async def test_a_question_or_a_wish_states_nothing(
    resort: Property, turns: TurnRunner, sam: Client, text: str, language: str
) -> None:
    result = await ask(resort, turns, text, language)
    for thanks in ("Thank you for telling me", "Gracias por decírmelo"):
        assert thanks not in result["answer"]
    assert "Guests say (0)" in await database_threads.run(_page, sam)


async def test_no_answer_takes_it_for_true(resort: Property, turns: TurnRunner) -> None:
    question = "What is the dress code at Ballo?"
    _, later = await ask_in_turn(
        resort, turns, "The dress code at Ballo is casual now", question
    )
    assert "smart casual" in later["answer"]
    assert (await ask(resort, turns, question))["answer"] == later["answer"]


async def test_staff_check_it_and_it_is_gone(
    resort: Property, turns: TurnRunner, sam: Client
) -> None:
    await ask(resort, turns, CLOSED)
    question = await Message.objects.aget(role="guest")
    form = {"property": resort.pk, "message": question.pk}
    # It is no question that a row could answer.
    row = {**form, "answer": "1:hours"}
    await database_threads.run(sam.post, f"{GAPS}close/", row)
    assert not await Phrasing.objects.aexists()
    assert "Ballo Italian Restaurant</a>" in await database_threads.run(_page, sam)
    await database_threads.run(sam.post, f"{GAPS}checked/", form)
    assert "data-gap" not in await database_threads.run(_page, sam)
    await ask(resort, turns, CLOSED)
    assert "Guests say (1)" in await database_threads.run(_page, sam)


async def test_its_words_are_redacted_and_end_with_the_conversation(
    resort: Property, turns: TurnRunner, sam: Client
) -> None:
    result = await ask(resort, turns, f"{CLOSED}, call 860-555-0142")
    page = await database_threads.run(_page, sam)
    assert "call [phone]" in page
    question = await Message.objects.aget(role="guest")
    form = {"property": resort.pk, "message": question.pk}
    await database_threads.run(sam.post, f"{GAPS}checked/", form)
    assert (await GapWork.objects.aget()).before
    await erasure.forget(await Conversation.objects.aget(pk=result["thread"]))
    assert not (await GapWork.objects.aget()).before


async def test_a_trial_of_staff_reports_nothing(
    resort: Property, turns: TurnRunner
) -> None:
    thread = await database_threads.run(
        lambda: single_question.conversation_of(
            resort, None, "web", is_from_guest=False
        )
    )
    result = await single_question.ask(turns, thread, CLOSED)
    assert "Thank you" not in result["answer"]


def _page(sam: Client) -> str:
    return sam.get(GAPS).content.decode()
