"""Alice has her chat forgotten: her words are gone, what counts still counts."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from decimal import Decimal
from typing import Any
from uuid import uuid4

import pytest
import pytest_asyncio
from django.db import connection
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from apps.concierge import walk
from apps.conversations import erasure, single_question, tasks
from apps.conversations.models import Alert, Conversation, EvaluationCase, Message, Turn
from apps.conversations.stream import redis_stream
from apps.conversations.turns.active_turn import TurnRequest
from apps.conversations.turns.limits import spending
from apps.conversations.turns.runner import TurnRunner
from apps.infrastructure import database_threads, loop_clients, redis
from apps.ops import tasks as staff_tasks
from apps.ops.models import DailyTotals
from apps.properties.models import Property
from apps.staff import guest_erasure
from apps.staff.gaps import resolution
from apps.staff.models import GapWork
from tests import factories
from tests.fakes.loopback import loopback
from tests.guest import guest, only
from tests.site import Site

# A word that nothing but the guest's own words holds.
WORD = "zwetschge"
CRISIS = f"I want to kill myself, {WORD}"
GAP = f"Can I rent a helicopter to {WORD}?"


def holding(text: str) -> list[str]:
    """Tables in which a row holds these letters; PostgreSQL shows bytes as digits."""
    with connection.cursor() as cursor:
        cursor.execute(
            "select format('%I.%I', schemaname, tablename) from pg_tables "
            "where schemaname in ('public', 'langgraph')"
        )
        tables = [name for (name,) in cursor.fetchall()]
        matching_tables = []
        digits = text.encode().hex()
        for table in tables:
            has = f"exists (select from {table} as t where t::text ilike any(%s))"
            cursor.execute(f"select {has}", [[f"%{text}%", f"%{digits}%"]])
            if cursor.fetchone()[0]:
                matching_tables.append(table)
    return matching_tables


def staff_work(sam: Client, place: Property) -> None:
    """Sam reviews the answer, keeps its question, and takes the gap on."""
    question = Message.objects.get(text=GAP)
    review = {
        "verdict": "wrong",
        "note": f"No {WORD} here",
        "is_case": "on",
        "ask": GAP,
        "expect": "unknown",
    }
    answer = sam.post(f"/admin/review/{question.turn_id}/", review)
    assert answer.status_code == 302, answer.content
    entry = factories.FaqEntryFactory.create(property=place)
    resolution.record_answer(entry, [question.pk], None)
    work = GapWork.objects.get()
    work.after = work.before
    work.save()


def sums(place: Property) -> dict[str, Any]:
    Turn.objects.filter(cost_micros=0).update(cost_micros=750_000)
    staff_tasks.total_days()
    day = DailyTotals.objects.filter(property=place).latest("day")
    return {
        **{
            field.name: getattr(day, field.name)
            for field in DailyTotals._meta.fields
            if field.name != "id"
        },
        "today": spending.today(place, timezone.now()),
    }


async def test_it_erases_words_and_keeps_sums_and_alerts(
    site: Site, resort: Property, sam: Client
) -> None:
    async with guest(site) as alice:
        await alice.hello()
        for text in (CRISIS, GAP, "What is the dress code at Ballo?"):
            events = await alice.ask(text)
        turn = events[0]["turn"]
        note = f"Nice, {WORD}"
        await alice.say(type="rate", turn=turn, rating=1, reason="tone", text=note)
        await alice.until("rated")
        await database_threads.run(staff_work, sam, resort)
        before = await database_threads.run(sums, resort)
        assert before["questions"] == 3
        assert before["today"] == Decimal("2.25")
        assert len(await database_threads.run(holding, WORD)) >= 5
        await alice.say(type="forget")
        await alice.until("forgotten")
    assert await database_threads.run(holding, WORD) == []
    assert await database_threads.run(holding, alice.thread) == []
    assert await database_threads.run(sums, resort) == before
    assert not await redis.shared().exists(redis_stream.key(turn))
    assert not await Conversation.objects.aexists()
    assert not await EvaluationCase.objects.aexists()
    await database_threads.run(staff_see_no_words, sam, resort, alice.thread)
    await loop_clients.close()


def staff_see_no_words(sam: Client, place: Property, thread: str) -> None:
    alert = Alert.objects.get(property=place, kind="crisis", seen_at=None)
    for address in ("", f"{alert.pk}/change/"):
        page = sam.get(f"/admin/conversations/alert/{address}").content.decode()
        assert "May be in danger" in page
        assert "Erased by the guest" in page
        assert thread not in page
        assert str(alert.conversation_id) not in page
    assert "Alerts" in sam.get("/admin/").content.decode()
    talk = f"/admin/conversations/conversation/{alert.conversation_id}/change/"
    assert sam.get(talk).status_code == 302
    assert sam.get(f"/admin/review/{alert.turn_id}/").status_code == 404
    assert "data-gap" not in sam.get("/admin/gaps/").content.decode()
    action = {"action": "mark_as_seen", "_selected_action": [alert.pk]}
    sam.post("/admin/conversations/alert/", action)
    assert not Alert.objects.filter(seen_at=None).exists()


async def test_a_cap_is_not_lifted(site: Site, resort: Property) -> None:
    resort.daily_cap = Decimal("0.50")
    await resort.asave()
    async with guest(site) as alice:
        await alice.hello()
        await alice.ask("What is the dress code at Ballo?")
        await Turn.objects.aupdate(cost_micros=750_000)
        await alice.say(type="forget")
        await alice.until("forgotten")
    spending.forget()
    assert await database_threads.run(spending.is_over, resort, timezone.now())
    spending.forget()
    await loop_clients.close()


async def test_another_tab_goes_on_in_a_new_conversation(
    site: Site, resort: Property
) -> None:
    async with guest(site) as alice, guest(site) as tab:
        await alice.hello()
        await alice.ask("What is the dress code at Ballo?")
        await tab.hello(alice.thread, alice.secret)
        await alice.say(type="forget")
        await tab.until("forgotten")
        await tab.start("Is parking free?")  # as if it had not heard of it
        assert (await tab.until("forgotten", "done"))[-1]["type"] == "forgotten"
        assert not await Conversation.objects.aexists()
        tab.thread = ""
        opened = only(await tab.ask("Is parking free?"), "metadata")
        # The same connection may erase the next one too.
        await tab.say(type="forget")
        await tab.until("forgotten")
    assert opened["thread_id"] != alice.thread
    assert not await Conversation.objects.aexists()


async def test_a_tab_that_was_not_told_learns_it_with_its_next_question(
    site: Site, resort: Property
) -> None:
    async with guest(site) as tab:
        await tab.hello()
        await tab.ask("What is the dress code at Ballo?")
        await erasure.forget(await Conversation.objects.aget(pk=tab.thread))
        for _ in range(2):
            await tab.start("Is parking free?")
            assert (await tab.until("forgotten", "done"))[-1]["type"] == "forgotten"
        history = await tab.hello(tab.thread, tab.secret)
        await tab.ask("Is parking free?")
    assert history["messages"] == []
    assert str((await Conversation.objects.aget()).pk) == tab.thread
    await loop_clients.close()


@pytest_asyncio.fixture
async def own_turns() -> AsyncIterator[TurnRunner]:
    """The turns of a process that hears of no stop."""
    runner = TurnRunner()
    yield runner
    await runner.settled()
    await loop_clients.close()


async def test_an_answer_that_comes_too_late_leaves_nothing(
    resort: Property, own_turns: TurnRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_forgotten, router = asyncio.Event(), walk._NODES["router"]

    async def late_router(*args: Any) -> Any:
        await is_forgotten.wait()
        return await router(*args)

    monkeypatch.setitem(walk._NODES, "router", late_router)
    thread = await database_threads.run(
        single_question.conversation_of, resort, None, "web"
    )
    question = TurnRequest(
        property_id=resort.pk,
        thread_id=thread.pk,
        client_id=uuid4(),
        text=f"What is the dress code at Ballo, {WORD}?",
        language="en",
        secret_hash=thread.secret_hash,
    )
    turn = await own_turns.take(question)
    await erasure.forget(thread)
    is_forgotten.set()
    await own_turns.settled()
    await asyncio.sleep(0.2)  # what the journal still had to write
    assert await database_threads.run(holding, WORD) == []
    assert await database_threads.run(holding, str(thread.pk)) == []
    assert not await redis.shared().exists(redis_stream.key(turn))
    assert (await Turn.objects.aget()).status == "stopped"


async def test_an_answer_that_waits_for_staff_is_gone_too(
    site: Site, resort: Property, sam: Client
) -> None:
    resort.bot_mode = Property.BotMode.APPROVAL
    await resort.asave()
    async with guest(site) as alice:
        await alice.hello()
        await alice.ask("What is the dress code at Ballo?")
        waiting = await Message.objects.aget(kind="waiting")
        await alice.say(type="forget")
        await alice.until("forgotten")
    sent = {"send": "yes", "text": WORD}
    await database_threads.run(sam.post, f"/admin/approvals/{waiting.pk}/", sent)
    assert await database_threads.run(holding, WORD) == []
    await loop_clients.close()


async def test_langfuse_deletes_what_it_got(
    resort: Property, own_turns: TurnRunner, settings: Settings
) -> None:
    settings.LANGFUSE_PUBLIC_KEY = "pk-test"
    settings.LANGFUSE_SECRET_KEY = "sk-test"  # noqa: S105 - of nobody
    thread = await database_threads.run(
        single_question.conversation_of, resort, None, "web"
    )
    result = await single_question.ask(own_turns, thread, CRISIS)
    await Turn.objects.aupdate(exported_at=timezone.now())
    with loopback() as fake:
        settings.LANGFUSE_HOST = fake.url
        fake.answers["/api/public/traces"] = (200, {"message": "deleted"})
        await database_threads.run(tasks.erase_traces, turn_ids=[result["turn"]])
        [sent] = fake.sent("/api/public/traces")
    assert sent == {"traceIds": [result["turn"].replace("-", "")]}


async def test_an_erasure_that_is_cut_short_leaves_no_checkpoint(
    resort: Property, own_turns: TurnRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without its conversation, nothing would look for it again."""

    async def end(*_: object) -> None:
        raise TimeoutError

    thread = await database_threads.run(
        single_question.conversation_of, resort, None, "web"
    )
    await single_question.ask(own_turns, thread, GAP)
    monkeypatch.setattr(erasure, "erase_traces", end)
    with pytest.raises(TimeoutError):
        await erasure.forget(thread)
    assert await database_threads.run(holding, str(thread.pk)) == []


async def test_a_trial_of_staff_leaves_no_trace(
    resort: Property, own_turns: TurnRunner
) -> None:
    thread = await database_threads.run(
        single_question.conversation_of, resort, None, "web"
    )
    await single_question.ask(own_turns, thread, CRISIS)
    await erasure.discard(thread)
    assert await database_threads.run(holding, str(thread.pk)) == []
    assert not await Turn.objects.aexists()
    assert not await Alert.objects.aexists()


@pytest.mark.django_db
def test_a_gap_keeps_what_other_guests_asked(mohegan: Property) -> None:
    foxwoods = factories.PropertyFactory.create(slug="other", name="Other")
    pairs = [{"ask": text, "answer": "x"} for text in (GAP, "Is there a dog park?")]
    works = [
        GapWork.objects.create(property=place, before=pairs, after=pairs)
        for place in (mohegan, foxwoods)
    ]
    guest_erasure.erase_from_gaps(mohegan.pk, [GAP])
    for work in works:
        work.refresh_from_db()
    assert works[0].before == works[0].after == pairs[1:]
    assert works[1].before == pairs
