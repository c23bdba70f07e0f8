"""Alice's websocket, against a real daphne."""

from __future__ import annotations

import asyncio
import json
from uuid import uuid4

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from apps.conversations.models import Message, Turn
from apps.properties.models import Property
from tests import factories
from tests.guest import guest, only, shown
from tests.site import Site

pytestmark = pytest.mark.usefixtures("resort")
SOME_ID = "3f1b8a52-6d1e-4c47-9a55-0c6b7c1f2a90"


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
        assert len(questions) == 3
        assert not any("dress code" in question for question in questions)
        for question in questions:
            answer = await alice.ask(question)
            cited = only(answer, "sources")["citations"]
            assert {one["title"] for one in cited} == {"Ballo Italian Restaurant"}
        thread = alice.thread
    async with guest(site) as again:
        first = (await again.hello(thread))["messages"][1]
        assert (first["cards"], first["followups"]) == ([card], questions)


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
        thread = alice.thread
    async with guest(site) as again:
        history = await again.hello(thread)
    assert [one["role"] for one in history["messages"]] == ["guest", "concierge"]
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
        alice.seen = {}  # the page was loaded anew
        await alice.start("Is parking free?", same)
        await alice.until("done")
    assert await Turn.objects.acount() == 1
    assert await Message.objects.filter(role="guest").acount() == 1


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
    async with guest(site) as one, guest(site) as other:
        await one.hello()
        await one.ask("Is parking free?")
        await other.hello(one.thread)
        await one.start("What is the dress code at Ballo?")
        events = await other.until("done")
    assert "smart casual" in shown(events)


async def test_it_finishes_the_answer_of_a_guest_who_left(site: Site) -> None:
    async with guest(site) as alice:
        await alice.hello()
        await alice.start("Is parking free?")
        thread = alice.thread
        await alice.until("metadata")
    async with guest(site) as again:
        history = await again.hello(thread)
        if turn := history["running"]:
            await again.say(type="resume", turn=turn, after=0)
            await again.until("done")
            history = await again.hello(thread)
    assert len(history["messages"]) == 2


async def test_it_fills_the_gap_after_a_lost_connection(site: Site) -> None:
    async with guest(site) as alice:
        await alice.hello()
        all_events = await alice.ask("What is the dress code at Ballo?")
        turn, thread = all_events[-1]["turn"], alice.thread
    async with guest(site) as again:
        await again.hello(thread)
        await again.say(type="resume", turn=turn, after=all_events[2]["seq"])
        missed = await again.until("done")
    assert missed == all_events[3:]


async def test_it_keeps_nobodys_thread_open_to_another_property(
    site: Site, resort: Property
) -> None:
    await asyncio.to_thread(_foxwoods)
    async with guest(site) as alice:
        await alice.hello()
        await alice.ask("Is parking free?")
        thread = alice.thread
    async with guest(site, "foxwoods") as stranger:
        history = await stranger.hello(thread)
    assert history["messages"] == []
    assert history["thread_id"] != thread


def _foxwoods() -> None:
    factories.PropertyFactory.create(slug="foxwoods", name="Foxwoods")


@pytest.mark.parametrize(
    ("frame", "words"),
    [
        ("{not json", "could not read"),
        (json.dumps([1, 2]), "could not read"),
        (json.dumps({"type": "dance"}), "could not read"),
        (json.dumps({"type": "ask", "id": "7", "text": "hi"}), "could not read"),
        (json.dumps({"type": "ask", "id": SOME_ID, "text": 7}), "could not read"),
        (
            json.dumps({"type": "ask", "id": SOME_ID, "text": " \x00 "}),
            "any words",
        ),
        (json.dumps({"type": "ask", "id": SOME_ID, "text": "a" * 4097}), "4096"),
        (json.dumps({"type": "resume", "turn": SOME_ID, "after": 0}), "not read"),
        (b"\x00\xff\xfe", "could not read"),
        ("[" * 60_000, "could not read"),
        ("a" * 90_000, "4096"),
    ],
)
async def test_it_refuses_nonsense_in_plain_words_and_goes_on(
    site: Site, frame: str | bytes, words: str
) -> None:
    async with guest(site) as mallory:
        await mallory.hello()
        await mallory.send(frame)
        [error] = await mallory.until("error")
        assert words in error["message"]
        assert "Traceback" not in json.dumps(error)
        await mallory.say(type="ping")
        assert (await mallory.next())["type"] == "pong"


async def test_it_shows_markup_as_text(site: Site) -> None:
    async with guest(site) as mallory:
        await mallory.hello()
        await mallory.ask("<img src=x onerror=alert(1)> Is parking free?")
        history = await mallory.hello(mallory.thread)
    assert history["messages"][0]["text"].startswith("<img")
    assert history["messages"][0]["html"] == ""
    assert "<img" not in history["messages"][1]["html"]


async def test_it_turns_foreign_pages_away(site: Site) -> None:
    with pytest.raises(InvalidStatus) as refusal:
        async with connect(site.socket_url, origin="https://evil.example"):  # type: ignore[arg-type]
            pass
    assert refusal.value.response.status_code == 403


@pytest.mark.parametrize("path", ["/ws/nowhere/", "/ws/", "/elsewhere"])
async def test_it_closes_sockets_at_unknown_addresses(site: Site, path: str) -> None:
    address = f"ws://127.0.0.1:{site.port}{path}"
    async with connect(address, origin=site.url) as socket:  # type: ignore[arg-type]
        with pytest.raises(ConnectionClosed):
            await socket.recv()
        assert socket.close_code == 4404


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
