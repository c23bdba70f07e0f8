"""An answer outlives sockets, processes and servers: two web processes, one resort.

The models are the slow stub of the benchmarks: an answer takes about a second.
"""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
import redis
from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import connection
from django.utils import timezone
from websockets.exceptions import ConnectionClosed

from apps.conversations import tasks
from apps.conversations.models import Message, Turn
from apps.llm.stub import ANSWER
from tests.guest import Event, Guest, guest, shown
from tests.site import Site, start

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("resort")]
SERVICE_RESTART = 1012  # of websockets, where a server is about to come back
QUESTION = "What is the dress code at Ballo?"


@pytest.fixture(scope="module")
def second_site(django_db_setup: None) -> Iterator[Site]:
    """A web process that lives through all of these stories."""
    with start("other-web", STUB_MODELS="seed", PGAPPNAME="other-web") as site:
        yield site


@pytest.fixture(scope="module")
def first_site(django_db_setup: None) -> Iterator[Site]:
    """A web process that stays while the other one takes over."""
    with start("first-web", STUB_MODELS="seed") as site:
        yield site


@pytest.fixture
def doomed(django_db_setup: None) -> Iterator[Site]:
    with start("doomed-web", STUB_MODELS="seed") as site:
        yield site


@pytest.fixture
def doomed_on_uvicorn(django_db_setup: None) -> Iterator[Site]:
    with start("doomed-web", STUB_MODELS="seed", WEB_SERVER="uvicorn") as site:
        yield site


async def some_words(alice: Guest) -> list[Event]:
    """Asks, and hears the beginning of the answer."""
    await alice.hello()
    await alice.start(QUESTION)
    events = await alice.until("token")
    return events + await alice.until("token")


async def test_it_is_followed_word_by_word_in_another_process(
    first_site: Site, second_site: Site
) -> None:
    async with guest(first_site) as alice:
        events = await some_words(alice)
        events += await resumed(second_site, alice, events)
    assert "reset" not in {event["type"] for event in events}
    assert len([event for event in events if event["type"] == "token"]) > 3
    await was_told_whole(events)
    assert await attempts(events) == 1


async def test_it_is_stopped_from_another_process(
    first_site: Site, second_site: Site
) -> None:
    async with guest(first_site) as alice, guest(second_site) as tab:
        events = await some_words(alice)
        await tab.hello(alice.thread, alice.secret)
        await tab.say(type="stop", turn=events[0]["turn"])
        events += await alice.until("done")
    assert events[-1]["status"] == Turn.Status.STOPPED
    assert ANSWER.startswith(events[-1]["text"])


async def test_it_goes_on_elsewhere_when_its_process_is_killed(
    doomed: Site, second_site: Site
) -> None:
    """Alice comes back to another process; Bob never comes back."""
    async with guest(doomed) as alice:
        async with guest(doomed) as bob:
            events, bobs = await asyncio.gather(some_words(alice), some_words(bob))
            doomed.signal(signal.SIGKILL)
        events += await resumed(second_site, alice, events)
    assert "reset" in {event["type"] for event in events}
    await was_told_whole(events)
    assert await attempts(events) == 2
    await a_lease_is_over(bobs)
    assert await sync_to_async(tasks.recover.run)() == 1
    assert await stored(bobs)


async def test_it_hands_over_when_its_process_is_asked_to_stop(
    doomed: Site, second_site: Site
) -> None:
    async with guest(doomed) as alice:
        events = await some_words(alice)
        doomed.signal(signal.SIGTERM)
        events += await resumed(second_site, alice, events)
    await was_told_whole(events)


async def test_it_ends_an_answer_before_it_stops_on_uvicorn(
    doomed_on_uvicorn: Site,
) -> None:
    async with guest(doomed_on_uvicorn) as alice:
        events = await some_words(alice)
        doomed_on_uvicorn.signal(signal.SIGTERM)
        events += await alice.until("done")
        with pytest.raises(ConnectionClosed) as closed:
            await alice.next()
    await was_told_whole(events)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == SERVICE_RESTART


async def test_it_loses_nothing_when_redis_forgets_everything(
    second_site: Site,
) -> None:
    async with guest(second_site) as alice:
        events = await some_words(alice)
        redis.Redis.from_url(settings.REDIS_SHARED_URL).flushall()
        events += await alice.until("done")
    await was_told_whole(events)


async def test_it_tries_again_when_postgres_drops_its_connections(
    second_site: Site,
) -> None:
    async with guest(second_site) as alice:
        await alice.hello()
        await alice.start(QUESTION)
        events = await alice.until("token")
        await sync_to_async(drop_connections)()
        events += await alice.until("done")
    await was_told_whole(events)


async def test_it_shows_one_turn_in_several_tabs(second_site: Site) -> None:
    async with guest(second_site) as alice, guest(second_site) as tab:
        await alice.hello()
        await tab.hello(alice.thread, alice.secret)
        await alice.ask(QUESTION)
        await tab.hello(alice.thread, alice.secret)
        await alice.start("And is there parking?")
        mine, theirs = await asyncio.gather(alice.until("done"), tab.until("done"))
    assert shown(mine) == shown(theirs) != ""


async def test_it_answers_a_second_question_after_the_first(second_site: Site) -> None:
    async with guest(second_site) as alice:
        await alice.hello()
        first = await alice.start(QUESTION)
        second = await alice.start("Is parking free?")
        events = await alice.until("done") + await alice.until("done")
    client_ids = [event["client_id"] for event in events if event["type"] == "metadata"]
    finished_turns = [event["turn"] for event in events if event["type"] == "done"]
    assert client_ids == [first, second]
    assert len(set(finished_turns)) == 2


async def resumed(site: Site, alice: Guest, events: list[Event]) -> list[Event]:
    """What Alice hears on another process after the events she has."""
    async with guest(site) as tab:
        tab.last_seq = dict(alice.last_seq)
        await tab.hello(alice.thread, alice.secret)
        last = events[-1]
        await tab.say(type="resume", turn=last["turn"], after=last["seq"])
        return await tab.until("done", "error")


async def was_told_whole(events: list[Event]) -> None:
    """What was shown is, letter by letter, what is stored."""
    assert shown(events).strip() == await stored(events) == ANSWER


async def stored(events: list[Event]) -> str:
    message = Message.objects.filter(turn=events[0]["turn"], role="concierge")
    texts = [text async for text in message.values_list("text", flat=True)]
    assert len(texts) == 1
    return texts[0]


async def attempts(events: list[Event]) -> int:
    turn: Any = await Turn.objects.aget(pk=UUID(events[0]["turn"]))
    return int(turn.attempt)


async def a_lease_is_over(events: list[Event]) -> None:
    """As if a minute had passed since the process died."""
    long_ago = timezone.now() - timedelta(minutes=1)
    await Turn.objects.filter(pk=events[0]["turn"]).aupdate(lease_until=long_ago)


def drop_connections() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity "
            "where application_name = 'other-web'"
        )
