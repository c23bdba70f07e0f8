"""The id of a conversation opens nothing; its guest holds a secret besides."""

from __future__ import annotations

import asyncio
from uuid import uuid4

import pytest
import redis
from django.conf import settings
from django.test import Client

from apps.conversations.models import Conversation, Feedback, Message, Turn
from apps.properties.models import Property
from tests.guest import Guest, guest, only
from tests.site import Site

pytestmark = pytest.mark.usefixtures("resort")
ADDRESS = "ann@example.com"
QUESTION = f"I am {ADDRESS}. Is parking free?"
GUESS = "guess" * 8


@pytest.mark.parametrize("secret", ["", "guess", GUESS, "\ud800" * 40])
async def test_it_shows_nothing_to_somebody_with_the_id(
    site: Site, secret: str
) -> None:
    async with guest(site) as alice, guest(site) as mallory:
        await alice.hello()
        await alice.ask(QUESTION)
        existing = await mallory.hello(alice.thread, secret)
        unknown = await mallory.hello(str(uuid4()), secret)
    assert existing["thread_id"] not in (alice.thread, unknown["thread_id"])
    assert {**existing, "thread_id": ""} == {**unknown, "thread_id": ""}
    assert existing["messages"] == []


async def test_it_begins_a_conversation_for_a_question_to_a_foreign_one(
    site: Site,
) -> None:
    async with guest(site) as alice, guest(site) as mallory:
        await alice.hello()
        await alice.ask(QUESTION)
        mallory.thread = alice.thread
        events = await mallory.ask("What did I say before?")
        assert only(events, "metadata")["thread_id"] != alice.thread
        await alice.say(type="ping")
        assert (await alice.next())["type"] == "pong"  # no word of Mallory's turn
    assert await Message.objects.filter(conversation_id=alice.thread).acount() == 2
    assert await Message.objects.acount() == 4


async def test_it_takes_no_order_about_a_foreign_conversation(
    site: Site, resort: Property
) -> None:
    async with guest(site) as alice, guest(site) as mallory:
        await alice.hello()
        turn = (await alice.ask(QUESTION))[-1]["turn"]
        # A question that is refused must not leave the socket in the thread.
        await Property.objects.filter(pk=resort.pk).aupdate(bot_mode="paused")
        mallory.thread = alice.thread
        await mallory.ask("Is parking free?")
        await mallory.say(type="resume", turn=turn, after=0)
        [resumed] = await mallory.until("error", "done")
        await mallory.say(type="rate", turn=turn, rating=1)
        [rated] = await mallory.until("error", "rated")
        await mallory.say(type="forget")
        await mallory.until("forgotten")
    assert "could not read" in resumed["message"]
    assert "could not read" in rated["message"]
    assert not await Feedback.objects.aexists()
    assert await Message.objects.filter(conversation_id=alice.thread).acount() == 2


async def test_it_stops_no_foreign_answer(site: Site, resort: Property) -> None:
    talk = await Conversation.objects.acreate(property=resort)
    turn = await Turn.objects.acreate(conversation=talk, client_id=uuid4())
    async with guest(site) as mallory:
        mallory.thread = str(talk.pk)
        await mallory.ask("Is parking free?")
        await mallory.hello(str(talk.pk))
        await mallory.say(type="stop", turn=str(turn.pk))
        await mallory.say(type="ping")
        await mallory.until("pong")
    await turn.arefresh_from_db()
    assert not turn.stop_requested


async def test_it_opens_in_another_tab_with_the_secret(site: Site) -> None:
    async with guest(site) as alice, guest(site) as tab:
        await alice.hello()
        await alice.ask(QUESTION)
        history = await tab.hello(alice.thread, alice.secret)
        assert (tab.thread, tab.secret) == (alice.thread, alice.secret)
        await tab.ask("What is the dress code at Ballo?")
        await alice.until("done")
    assert history["messages"][0]["text"] == QUESTION


async def test_it_gives_the_first_who_asks_in_a_thread_its_secret(site: Site) -> None:
    """A client may name a thread itself and never greet."""
    async with guest(site) as alice:
        alice.thread = str(uuid4())
        first = only(await alice.ask(QUESTION), "metadata")
        second = only(await alice.ask("And on Sunday?"), "metadata")
    assert first["thread_id"] == second["thread_id"] == alice.thread
    secret = first["thread_secret"]
    async with guest(site) as again, guest(site) as mallory:
        mallory.thread = alice.thread
        foreign = only(await mallory.ask("Is parking free?"), "metadata")
        history = await again.hello(alice.thread, secret)
    assert foreign["thread_id"] != alice.thread
    assert foreign["thread_secret"] != secret
    assert len(history["messages"]) == 4


async def test_it_goes_on_in_every_thread_that_a_socket_has_begun(site: Site) -> None:
    async with guest(site) as alice:
        names = [str(uuid4()), str(uuid4())]
        for name in (*names, names[0]):
            alice.thread = name
            await alice.ask("Is parking free?")
    counts = [
        await Message.objects.filter(conversation_id=name, role="guest").acount()
        for name in names
    ]
    assert counts == [2, 1]


async def test_it_takes_a_question_once_from_a_client_with_its_own_secret(
    site: Site,
) -> None:
    """A client that brings its secret may ask again over another connection."""
    frame = {"type": "ask", "id": str(uuid4()), "thread": str(uuid4())}
    for _ in range(2):
        async with guest(site) as alice:
            await alice.say(**frame, text="Is parking free?", secret=GUESS)
            await alice.until("done")
    assert await Turn.objects.acount() == 1


async def test_it_never_opens_what_began_without_a_secret(
    site: Site, resort: Property
) -> None:
    talk = await Conversation.objects.acreate(property=resort)
    turn = await Turn.objects.acreate(conversation=talk, client_id=uuid4())
    await Message.objects.acreate(
        conversation=talk, turn=turn, role="guest", text=QUESTION
    )
    async with guest(site) as mallory:
        history = await mallory.hello(str(talk.pk), "")
    assert history["messages"] == []


async def test_it_keeps_the_secret_out_of_rows_streams_and_logs(site: Site) -> None:
    async with guest(site) as alice:
        alice.thread = str(uuid4())
        secret = only(await alice.ask(QUESTION), "metadata")["thread_secret"]
        await _greeted(alice, secret)
    assert len(secret) >= 43
    rows = [row async for row in Conversation.objects.values()]
    assert secret not in str(rows)
    assert secret.encode() not in await asyncio.to_thread(_all_of_redis)
    assert secret not in await asyncio.to_thread(site.log.read_text)


async def _greeted(alice: Guest, secret: str) -> None:
    await alice.hello(alice.thread, secret)
    assert alice.secret == secret
    # What a page never sends is refused, and is no reason to write it down.
    await alice.say(type="hello", thread=alice.thread, secret=[secret])
    await alice.until("error", "history")


def _all_of_redis() -> bytes:
    """Every value of every key."""
    client = redis.Redis.from_url(settings.REDIS_SHARED_URL)
    dumps = [client.dump(key) or b"" for key in client.scan_iter()]
    streams = [
        str(client.xrange(key)).encode() for key in client.scan_iter(_type="stream")
    ]
    return b"".join([*dumps, *streams])


async def test_a_form_without_a_script_leaves_nothing_to_open(
    site: Site, alice: Client
) -> None:
    answer = await asyncio.to_thread(alice.post, "/", {"text": QUESTION})
    assert answer.status_code == 200
    talk = await Conversation.objects.aget()
    async with guest(site) as mallory:
        history = await mallory.hello(str(talk.pk))
    assert history["messages"] == []
