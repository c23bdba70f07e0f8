"""What Alice tells in a question is remembered, corrected, seen by staff, erased."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from apps.conversations import erasure, single_question
from apps.conversations.models import Conversation
from apps.conversations.turns.memory import forgetting, told_facts
from apps.conversations.turns.runner import TurnRunner
from apps.guests import export, extraction
from apps.guests.models import Guest, GuestFact
from apps.infrastructure import database_threads
from apps.properties.models import Property
from tests.apps.guests.test_consents import record_memory
from tests.apps.webchat.test_forgetting import holding

pytestmark = pytest.mark.usefixtures("without_key", "closed_connections")
FOUR = "I'm vegetarian and there are four of us. What is the dress code at Ballo?"


async def thread_at(place: Property, **options: Any) -> Conversation:
    return await database_threads.run(
        single_question.conversation_of, place, None, "web", **options
    )


async def live_values() -> dict[str, Any]:
    rows = GuestFact.objects.filter(superseded_at=None).values_list("key", "value")
    return dict([row async for row in rows])


async def test_it_remembers_what_a_question_tells(
    resort: Property, turns: TurnRunner
) -> None:
    thread = await thread_at(resort)
    result = await single_question.ask(turns, thread, FOUR)
    assert "smart casual" in result["answer"]
    assert await live_values() == {"party_size": 4, "dietary_needs": ["vegetarian"]}
    fact = await GuestFact.objects.select_related("guest").aget(key="party_size")
    assert str(fact.turn_id) == result["turn"]
    assert fact.quote in FOUR
    assert fact.guest.property_id == resort.pk
    assert not fact.guest.is_remembered


async def test_it_forgets_what_was_told_until_the_thread_was_locked(
    resort: Property, turns: TurnRunner
) -> None:
    """The thread had no guest yet when its guest pressed the button."""
    thread = await thread_at(resort)
    await single_question.ask(turns, thread, FOUR)
    await database_threads.run(
        forgetting.everything, None, thread.pk, with_waiting=True
    )
    assert await live_values() == {}


async def test_who_boasts_of_winning_tells_no_fact_and_is_in_no_danger(
    resort: Property, turns: TurnRunner
) -> None:
    thread = await thread_at(resort)
    result = await single_question.ask(turns, thread, "we killed it at the tables")
    assert (result["guardrail"], result["help"]) == ("", [])
    assert result["route"] != "complaint"
    assert not await GuestFact.objects.aexists()


@pytest.mark.parametrize(
    "text",
    [
        "any comedy this weekend?",
        "live music this weekend please",
        "opening hours of Ballo december 24-26",
        "what's happening between Friday and Sunday?",
        "¿hay comedia este fin de semana?",
        "un concert ce week-end ?",
        "I killed it at blackjack last night",
    ],
)
async def test_what_is_asked_of_some_days_is_no_visit(
    resort: Property, turns: TurnRunner, text: str
) -> None:
    await single_question.ask(turns, await thread_at(resort), text)
    assert await live_values() == {}


@pytest.mark.parametrize(
    "text",
    [
        "we are coming this weekend, is there any comedy?",
        "Friday to Sunday, 2 adults",
        "Do you have rooms from Friday to Sunday?",
    ],
)
async def test_the_days_of_a_visit_are_noted(
    resort: Property, turns: TurnRunner, text: str
) -> None:
    await single_question.ask(turns, await thread_at(resort), text)
    assert (await live_values())["visit_dates"]["until"]


async def test_a_later_message_corrects_it(resort: Property, turns: TurnRunner) -> None:
    thread = await thread_at(resort)
    for text in (FOUR, "Actually there are five of us. Is parking free?"):
        await single_question.ask(turns, thread, text)
    assert (await live_values())["party_size"] == 5
    old = await GuestFact.objects.exclude(superseded_at=None).aget()
    assert (old.key, old.value) == ("party_size", 4)
    assert await Guest.objects.acount() == 1


async def test_what_was_told_before_everything_was_forgotten_comes_too_late(
    resort: Property, turns: TurnRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    store_reading, calls = told_facts.store_reading, []

    def delay(*call: Any) -> tuple[set[str], bool]:
        calls.append(call)
        return set(), False

    thread = await thread_at(resort)
    monkeypatch.setattr(told_facts, "store_reading", delay)
    await single_question.ask(turns, thread, FOUR)
    await single_question.ask(turns, thread, "forget everything")
    await database_threads.run(store_reading, *calls[0])
    assert await live_values() == {}
    monkeypatch.undo()
    await single_question.ask(turns, thread, FOUR)
    assert len(await live_values()) == 2


async def test_actually_replaces_an_occasion(
    resort: Property, turns: TurnRunner
) -> None:
    thread = await thread_at(resort)
    first = "It's our anniversary and my brother is vegan. Is parking free?"
    for text in (first, "Actually it's my birthday. Is there a pool?"):
        await single_question.ask(turns, thread, text)
    assert (await live_values())["occasion"] == ["birthday"]


async def test_it_remembers_nothing_of_what_staff_ask(
    resort: Property, turns: TurnRunner
) -> None:
    thread = await thread_at(resort, is_from_guest=False)
    await single_question.ask(turns, thread, FOUR)
    assert not await Guest.objects.aexists()


async def test_a_failure_leaves_the_answer_alone(
    resort: Property, turns: TurnRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("no reading today")

    monkeypatch.setattr(extraction, "facts_in", fail)
    result = await single_question.ask(turns, await thread_at(resort), FOUR)
    assert result["status"] == "done"
    assert not await GuestFact.objects.aexists()


async def test_an_erased_chat_leaves_no_sentence_behind(
    resort: Property, turns: TurnRunner
) -> None:
    thread = await thread_at(resort)
    text = "My name is Zwetschge and we are four people. Is parking free?"
    await single_question.ask(turns, thread, text)
    assert "public.guests_guestfact" in await database_threads.run(holding, "zwetschge")
    await erasure.forget(await Conversation.objects.aget(pk=thread.pk))
    assert await database_threads.run(holding, "zwetschge") == []
    assert not await Guest.objects.aexists()


async def test_staff_see_what_a_guest_has_told(
    resort: Property, turns: TurnRunner, sam: Client
) -> None:
    thread = await thread_at(resort)
    await single_question.ask(turns, thread, FOUR)
    address = f"/admin/conversations/conversation/{thread.pk}/change/"
    answer = await database_threads.run(sam.get, address)
    page = answer.content.decode()
    assert "<b>Dietary needs: vegetarian</b>" in page


async def test_a_fact_is_used_as_far_as_its_guest_agreed(
    resort: Property, turns: TurnRunner
) -> None:
    """Alice has two chats; only what she lets us remember is known in the other one."""
    first = await thread_at(resort)
    await single_question.ask(turns, first, FOUR)
    guest = await Guest.objects.aget()
    second = await thread_at(resort)
    await Conversation.objects.filter(pk=second.pk).aupdate(guest=guest)

    async def known_there() -> str:
        result = await single_question.ask(turns, second, "What do you know about me?")
        return str(result["answer"])

    assert "I remember nothing about you" in await known_there()
    await database_threads.run(record_memory, guest)
    assert "vegetarian" in await known_there()
    assert {fact.consent_scope async for fact in guest.facts.all()} == {"memory"}
    assert "memory" in str((await database_threads.run(export.export, guest))["facts"])
    await single_question.ask(turns, second, "I love sushi")
    sushi = await guest.facts.aget(key="cuisines")
    assert sushi.consent_scope == "memory"
    await database_threads.run(record_memory, guest, is_given=False)
    assert "vegetarian" not in await known_there()
    assert {fact.consent_scope async for fact in guest.facts.all()} == {"thread"}
