"""Everybody who follows a turn hears each event once and in order."""

from __future__ import annotations

import asyncio

from apps.conversations.stream.events import Event
from apps.conversations.stream.redis_stream import EVENTS_PER_ATTEMPT
from apps.conversations.stream.turn_stream import TurnStream


def tokens(*words: str) -> list[Event]:
    return [{"type": "token", "content": word} for word in words]


async def events_of(stream: TurnStream, after: int = 0) -> list[Event]:
    return [event async for events in stream.follow(after) for event in events]


def text_of(events: list[Event]) -> str:
    return "".join(event.get("content", "") for event in events)


async def test_it_tells_late_followers_everything() -> None:
    stream = TurnStream("t")
    for event in [*tokens("Good ", "evening."), {"type": "done"}]:
        stream.publish(event)
    events = await events_of(stream)
    assert text_of(events) == "Good evening."
    assert [event["seq"] for event in events] == [2, 3]


async def test_it_tells_the_rest_to_who_has_heard_the_beginning() -> None:
    stream = TurnStream("t")
    for event in [*tokens("Good ", "evening."), {"type": "done"}]:
        stream.publish(event)
    assert text_of(await events_of(stream, after=1)) == "evening."


async def test_it_tells_several_followers_as_it_goes() -> None:
    stream = TurnStream("t")
    followers = [asyncio.create_task(events_of(stream)) for _ in range(3)]
    for event in [*tokens(*"Good evening."), {"type": "done"}]:
        stream.publish(event)
        await asyncio.sleep(0)
    for events in await asyncio.gather(*followers):
        assert text_of(events) == "Good evening."


async def test_it_forgets_what_an_earlier_attempt_said() -> None:
    stream = TurnStream("t")
    stream.publish(tokens("Half an ans")[0])
    stream.begin(2)
    for event in [*tokens("Good evening."), {"type": "done"}]:
        stream.publish(event)
    events = await events_of(stream, after=1)
    assert text_of(events) == "Good evening."
    assert events[0]["seq"] == EVENTS_PER_ATTEMPT + 1


async def test_it_lets_followers_go_when_another_process_has_the_turn() -> None:
    stream = TurnStream("t")
    stream.publish(tokens("Half an ans")[0])
    follower = asyncio.create_task(events_of(stream))
    await asyncio.sleep(0)
    stream.abandon()
    async with asyncio.timeout(1):
        assert text_of(await follower) == "Half an ans"
