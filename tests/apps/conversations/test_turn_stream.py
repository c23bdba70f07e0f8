"""A follower of a turn receives each event once, in order, up to the end.

That holds in every process, and whatever number the client says it has received.
"""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from uuid import UUID, uuid4

import pytest
from hypothesis import HealthCheck, example, given, strategies
from hypothesis import settings as hypothesis_settings

from apps.conversations.models import Conversation, Message, Turn
from apps.conversations.stream.events import FINAL_TYPES, Event
from apps.conversations.stream.redis_stream import EVENTS_PER_ATTEMPT, StreamWriter
from apps.conversations.stream.turn_stream import FIRST_STORED_SEQ, TurnStream, follow
from apps.conversations.turns.runner import TurnRunner
from apps.properties.models import Property
from tests import factories

PATIENCE_SECONDS = 10
DONE, STOPPED, FAILED, ERASED = "done", "stopped", "failed", "erased"
# Where the events of the turn are when a client begins to follow it.
OVER, RUNNING, LEFT, ELSEWHERE, NOWHERE = "over", "running", "left", "elsewhere", ""
NUMBERS = strategies.one_of(
    strategies.integers(0, 6),
    strategies.sampled_from(
        [
            EVENTS_PER_ATTEMPT,
            EVENTS_PER_ATTEMPT + 1,
            FIRST_STORED_SEQ - 1,
            FIRST_STORED_SEQ,
            FIRST_STORED_SEQ + 3,
        ]
    ),
    strategies.integers(min_value=0),
)


class OneStreamRunner(TurnRunner):
    """The runner of a process that runs one turn, or has just handed it over."""

    def __init__(self, stream: TurnStream | None) -> None:
        super().__init__()
        self._only = stream

    def stream(self, turn_id: str) -> TurnStream | None:
        return self._only

    def leave(self) -> None:
        stream, self._only = self._only, None
        if stream:
            stream.abandon()


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


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("closed_connections")
@given(
    place=strategies.sampled_from([OVER, RUNNING, LEFT, ELSEWHERE, NOWHERE]),
    status=strategies.sampled_from([DONE, STOPPED, FAILED, ERASED]),
    after=NUMBERS,
)
@example(place=OVER, status=DONE, after=3)
@example(place=OVER, status=DONE, after=4)
@example(place=RUNNING, status=DONE, after=10**5000)
@example(place=ELSEWHERE, status=DONE, after=10**5000)
@example(place=NOWHERE, status=ERASED, after=0)
@hypothesis_settings(
    max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
async def test_a_follower_always_reaches_the_end(
    place: str, status: str, after: int
) -> None:
    turn = await running_turn()
    stream = None if place in (ELSEWHERE, NOWHERE) else TurnStream(str(turn.pk))
    turns = OneStreamRunner(stream)
    await publish(stream or shared(turn.pk, place), is_over=place in (OVER, ELSEWHERE))
    with no_spinning():
        following = asyncio.create_task(events_after(turns, turn.pk, after))
        await asyncio.sleep(0.01)
        await end(turn, status)
        if place == RUNNING and stream:
            stream.publish({"type": "done"})
        if place == LEFT:
            turns.leave()
        async with asyncio.timeout(PATIENCE_SECONDS):
            events = await following
    numbers = [event["seq"] for event in events]
    assert numbers == sorted(set(numbers))
    assert status == ERASED or events[-1]["type"] in FINAL_TYPES


def shared(turn_id: UUID, place: str) -> TurnStream | None:
    return TurnStream(str(turn_id), StreamWriter()) if place == ELSEWHERE else None


async def publish(stream: TurnStream | None, *, is_over: bool) -> None:
    if stream is None:
        return
    words: list[Event] = [{"type": "token", "content": word} for word in ("Good", ".")]
    last: list[Event] = [{"type": "done"}] if is_over else []
    for event in [{"type": "metadata"}, *words, *last]:
        stream.publish(event)


async def running_turn() -> Turn:
    """A turn that another process answers for another hour."""
    resort = await Property.objects.filter(slug="mohegan-sun").afirst()
    if resort is None:
        resort = await asyncio.to_thread(factories.PropertyFactory.create)
    conversation = await Conversation.objects.acreate(property=resort)
    return await Turn.objects.acreate(
        conversation=conversation, client_id=uuid4(), status=Turn.Status.RUNNING
    )


async def end(turn: Turn, status: str) -> None:
    rows = Turn.objects.filter(pk=turn.pk)
    if status == ERASED:
        await rows.adelete()
        return
    await rows.aupdate(status=status)
    if status == DONE:
        await Message.objects.acreate(
            conversation_id=turn.conversation_id,
            turn=turn,
            role=Message.Role.CONCIERGE,
            text="Good.",
        )


async def events_after(turns: TurnRunner, turn_id: UUID, after: int) -> list[Event]:
    batches = [batch async for batch in follow(turns, str(turn_id), after)]
    return [event for batch in batches for event in batch]


@contextmanager
def no_spinning() -> Iterator[None]:
    """A follower that never awaits blocks the loop, and with it every other timeout."""

    def fail(number: int, frame: FrameType | None) -> None:
        pytest.fail("the follower spins")

    before: Callable[..., object] | int | None = signal.signal(signal.SIGALRM, fail)
    signal.alarm(PATIENCE_SECONDS * 2)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
