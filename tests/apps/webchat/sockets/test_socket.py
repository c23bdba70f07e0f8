"""Alice's websocket, against a real daphne."""

from __future__ import annotations

import asyncio
from typing import Any
from uuid import uuid4

import pytest
from channels.layers import get_channel_layer

from apps.conversations.models import Message, Turn
from apps.properties.models import Property
from tests.guest import guest, only, shown
from tests.site import Site

pytestmark = pytest.mark.usefixtures("resort")


async def test_it_streams_a_cited_answer(site: Site) -> None:
    async with guest(site) as alice:
        await alice.hello()
        events = await alice.ask("What is the dress code at Ballo?")
    kinds = [event["type"] for event in events]
    assert kinds[0] == "metadata"
    assert kinds[-3:] == ["sources", "followups", "done"]
    assert "smart casual" in shown(events)
    [citation] = only(events, "sources")["citations"]
    assert citation["title"] == "Ballo Italian Restaurant"
    assert (citation["field_label"], citation["quote"]) == (
        "Dress code",
        "Smart casual",
    )
    assert 'data-n="1"' in events[-1]["html"]


async def test_it_reads_past_signs_that_nobody_sees(site: Site) -> None:
    async with guest(site) as alice:
        await alice.hello()
        events = await alice.ask(
            "Wh\u200bat is the dre\u200bss co\u00adde at Bal\u2060lo?"
        )
    assert "smart casual" in shown(events)


async def test_it_shows_the_row_and_what_may_be_asked_next(site: Site) -> None:
    async with guest(site) as alice:
        await alice.hello()
        events = await alice.ask("What is the dress code at Ballo?")
        [card] = only(events, "sources")["cards"]
        assert (card["title"], card["subtitle"]) == (
            "Ballo Italian Restaurant",
            "Italian",
        )
        assert card["state"]["is_open"]
        assert card["details"]["dress_code"] == "Smart casual"
        questions = only(events, "followups")["items"]
        # What was answered is not asked next, nor what the card shows.
        assert questions == ["When is Ballo open?"]
        for question in questions:
            answer = await alice.ask(question)
            cited = only(answer, "sources")["citations"]
            assert {source["title"] for source in cited} == {"Ballo Italian Restaurant"}
        thread, secret = alice.thread, alice.secret
    async with guest(site) as again:
        first = (await again.hello(thread, secret))["messages"][1]
        assert (first["cards"], first["followups"]) == ([card], questions)


async def test_it_shows_the_facts_of_a_card_in_one_order(site: Site) -> None:
    async with guest(site) as alice:
        await alice.hello()
        events = await alice.ask("What is the dress code at Ballo?")
        turn, thread, secret = events[0]["turn"], alice.thread, alice.secret
    async with guest(site) as again:
        answer = (await again.hello(thread, secret))["messages"][1]
        await again.say(type="resume", turn=turn, after=0)
        resumed = await again.until("done")
    live = facts(only(events, "sources"))
    assert live == ["place", "price_band", "dress_code", "hours", "cuisine"]
    assert facts(answer) == live
    assert facts(only(resumed, "sources")) == live


def facts(holder: dict[str, Any]) -> list[str]:
    """The names of a card's facts, in the order in which the page receives them."""
    [card] = holder["cards"]
    return list(card["details"])


async def test_it_numbers_events_without_a_gap(site: Site) -> None:
    async with guest(site) as alice:
        await alice.hello()
        events = await alice.ask("Is parking free?")
    turns = {event["turn"] for event in events}
    seqs = [event["seq"] for event in events]
    assert len(turns) == 1
    assert seqs == sorted(set(seqs))


async def test_it_never_shows_guests_how_the_answer_was_made(site: Site) -> None:
    async with guest(site) as alice:
        await alice.hello()
        events = await alice.ask("Is parking free?")
    assert not [event for event in events if event["type"] == "graph_node"]


async def test_it_remembers_the_conversation_after_a_reload(site: Site) -> None:
    async with guest(site) as alice:
        await alice.hello()
        await alice.ask("What is the dress code at Ballo?")
        thread, secret = alice.thread, alice.secret
    async with guest(site) as again:
        history = await again.hello(thread, secret)
    assert [message["role"] for message in history["messages"]] == [
        "guest",
        "concierge",
    ]
    answer = history["messages"][1]
    assert answer["citations"][0]["quote"] == "Smart casual"
    assert history["running"] is None


async def test_it_understands_it_in_a_second_question(site: Site) -> None:
    async with guest(site) as alice:
        await alice.hello()
        await alice.ask("Tell me about Ballo")
        events = await alice.ask("What should I wear there?")
    assert "smart casual" in shown(events)


async def test_it_answers_a_double_send_once(site: Site) -> None:
    async with guest(site) as alice:
        await alice.hello()
        same = str(uuid4())
        await alice.ask("Is parking free?", same)
        alice.last_seq = {}  # the page was loaded anew
        await alice.start("Is parking free?", same)
        await alice.until("done")
    assert await Turn.objects.acount() == 1
    assert await Message.objects.filter(role="guest").acount() == 1


async def test_it_answers_another_question_with_an_id_that_was_used(
    site: Site,
) -> None:
    """Each of them once, however often it is sent."""
    async with guest(site) as alice:
        await alice.hello()
        used_id = str(uuid4())
        parking = await alice.ask("Is parking free?", used_id)
        dress_code = await alice.ask("What is the dress code at Ballo?", used_id)
        alice.last_seq = {}
        await alice.start("What is the dress code at Ballo?", used_id)
        await alice.until("done")
    assert "smart casual" in shown(dress_code)
    assert shown(parking) != shown(dress_code)
    assert await Turn.objects.acount() == 2


async def test_it_answers_two_quick_questions_one_after_the_other(site: Site) -> None:
    async with guest(site) as alice:
        await alice.hello()
        await alice.start("Is parking free?")
        await alice.start("What is the dress code at Ballo?")
        first = await alice.until("done")
        second = await alice.until("done")
    assert "free" in first[-1]["text"]
    assert "smart casual" in second[-1]["text"]
    assert await Turn.objects.filter(status="done").acount() == 2


async def test_it_shows_the_answer_in_every_tab(site: Site) -> None:
    async with guest(site) as first_tab, guest(site) as second_tab:
        await first_tab.hello()
        await first_tab.ask("Is parking free?")
        await second_tab.hello(first_tab.thread, first_tab.secret)
        await first_tab.start("What is the dress code at Ballo?")
        # The end of the first answer may reach the new tab as well.
        answers = shown(await second_tab.until("done"))
        if "smart casual" not in answers:
            answers += shown(await second_tab.until("done"))
    assert "smart casual" in answers


async def test_it_finishes_the_answer_of_a_guest_who_left(site: Site) -> None:
    async with guest(site) as alice:
        await alice.hello()
        await alice.start("Is parking free?")
        thread, secret = alice.thread, alice.secret
        await alice.until("metadata")
    async with guest(site) as again:
        history = await again.hello(thread, secret)
        if turn := history["running"]:
            await again.say(type="resume", turn=turn, after=0)
            await again.until("done")
            history = await again.hello(thread, secret)
    assert len(history["messages"]) == 2


async def test_it_fills_the_gap_after_a_lost_connection(site: Site) -> None:
    async with guest(site) as alice:
        await alice.hello()
        all_events = await alice.ask("What is the dress code at Ballo?")
        turn = all_events[-1]["turn"]
    async with guest(site) as again:
        await again.hello(alice.thread, alice.secret)
        await again.say(type="resume", turn=turn, after=all_events[2]["seq"])
        missed = await again.until("done")
    assert missed == all_events[3:]


async def test_it_repeats_no_turn_of_the_history_when_its_notice_comes_late(
    site: Site,
) -> None:
    async with guest(site) as alice:
        await alice.hello()
        turn = (await alice.ask("What is the dress code at Ballo?"))[-1]["turn"]
    async with guest(site) as again:
        await again.hello(alice.thread, alice.secret)
        notice = {"type": "turn.begun", "turn": turn}
        await get_channel_layer().group_send(f"thread.{alice.thread}", notice)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(1):
                await again.next()


async def test_it_keeps_an_idle_socket_open(site: Site) -> None:
    """redis-py gives up reading after five seconds unless it is told not to."""
    async with guest(site) as alice:
        await alice.hello()
        await asyncio.sleep(6)
        await alice.say(type="ping")
        assert (await alice.next())["type"] == "pong"


async def test_it_rests_while_the_property_pauses_it(
    site: Site, resort: Property
) -> None:
    async with guest(site) as alice:
        await alice.hello()
        await Property.objects.filter(pk=resort.pk).aupdate(bot_mode="paused")
        [error] = await alice.ask("Is parking free?")
    assert "resting" in error["message"]
    assert not await Turn.objects.aexists()


@pytest.mark.parametrize("beyond", [0, 1, 10**12])
async def test_it_goes_on_after_a_resume_behind_the_end(
    site: Site, beyond: int
) -> None:
    async with guest(site) as alice:
        await alice.hello()
        ending = (await alice.ask("Is parking free?"))[-1]
        await alice.say(
            type="resume", turn=ending["turn"], after=ending["seq"] + beyond
        )
        again = (await alice.until("done"))[-1]
        await alice.say(type="ping")
        assert (await alice.next())["type"] == "pong"
    assert again["text"] == ending["text"]
