"""The one way to take a turn, and all turns that run in this process."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from uuid import UUID

import structlog
from django.conf import settings
from django.db import DatabaseError

from apps.concierge.guardrails import checks
from apps.conversations.stream.local_stream import Stream
from apps.conversations.stream.redis_stream import Journal
from apps.conversations.turns import graph_context, store, work
from apps.conversations.turns.attempts import Answering, Lost
from apps.conversations.turns.capacity import Capacity
from apps.conversations.turns.graph_context import Surroundings
from apps.conversations.turns.heartbeat import Beat, Heartbeat
from apps.conversations.turns.question import Ask, Begun, Busy, Resting
from apps.conversations.turns.work import Work
from apps.infrastructure import database_threads

log = logging.getLogger(__name__)
# A finished stream stays for followers that come a moment late.
KEEP_SECONDS = 5
RETRY_AFTER_SECONDS = 10
PAUSES_SECONDS = (0.1, 0.4, 1.0)


class Overloaded(Exception):  # noqa: N818 - it says what the process is
    """More guests wait than can be answered soon."""

    retry_after = RETRY_AFTER_SECONDS


class Turns:
    """A turn outlives the socket that asked it."""

    def __init__(self) -> None:
        self.capacity = Capacity(settings.MAX_RUNNING_TURNS, settings.MAX_WAITING_TURNS)
        self.is_draining = False
        self._journal = Journal()
        self._answering = Answering(self.capacity, self.adopt_lost_of)
        self._works: dict[str, Work] = {}
        self._streams: dict[str, Stream] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._latest: dict[UUID, asyncio.Task[None]] = {}
        self._heartbeat = Heartbeat(self._alive, self._heard_in_thread)
        self._loop: asyncio.AbstractEventLoop | None = None

    async def take(self, ask: Ask) -> str:
        """Stores a question and starts answering; the same client id is one turn.

        Who seems to be in danger is not turned away. Raises Resting, Busy, Foreign or
        Overloaded.
        """
        try:
            return await self._take(ask)
        except (Resting, Busy, Overloaded):
            if not await asyncio.to_thread(checks.is_urgent, ask.text):
                raise
            return await self._take(replace(ask, is_urgent=True))

    async def _take(self, ask: Ask) -> str:
        is_full = self.capacity.is_exhausted and not ask.is_urgent
        if self.is_draining or is_full:
            raise Overloaded
        has_place = self.capacity.take()
        try:
            begun, around = await _begun(ask, has_place)
        except BaseException:
            self._leave(has_place)
            raise
        runs = begun.is_mine and begun.attempt > 0
        self._leave(has_place and not runs)
        if begun.is_mine:
            stream = Stream(str(begun.turn_id), self._journal)
            todo = Work(begun.turn_id, ask, stream, begun.attempt, begun.plan)
            todo.has_place = runs
            self._start(todo, around if runs else None)
        return str(begun.turn_id)

    async def adopt(self, turn_id: UUID) -> bool:
        """Answers a turn whose process is dead; False when it is not."""
        status = await database_threads.run(store.adopt, turn_id)
        if status == store.Status.QUEUED and str(turn_id) not in self._tasks:
            ask = await database_threads.run(work.stored, turn_id)
            self._start(Work(turn_id, ask, Stream(str(turn_id), self._journal)), None)
        return bool(status)

    async def adopt_lost_of(self, thread: UUID) -> None:
        """Dead questions of a thread must not block those that wait behind them."""
        for turn_id in await database_threads.run(
            store.lost, store.NO_GRACE, 3, thread
        ):
            await self.adopt(turn_id)

    def stream(self, turn_id: str) -> Stream | None:
        return self._streams.get(turn_id)

    def stop(self, turn_id: str) -> bool:
        """Ends a running turn; what was said stays. False when it does not run here."""
        todo = self._works.get(turn_id)
        if todo is None or todo.is_closing:
            return False
        todo.wants_stop = True
        return self._tasks[turn_id].cancel()

    async def settled(self) -> None:
        """Waits for everything that still runs."""
        while tasks := [*self._tasks.values(), *self._answering.plans]:
            await asyncio.gather(*tasks, return_exceptions=True)
        await self._journal.flush()

    async def drain(self, seconds: float) -> None:
        """Before the process ends: finishes what it can, hands over the rest."""
        self.is_draining = True
        if tasks := list(self._tasks.values()):
            log.info("finishing %d turns", len(tasks))
            _, left = await asyncio.wait(tasks, timeout=seconds)
            for task in left:
                task.cancel()
            if left:
                await asyncio.wait(left, timeout=1)
                handed = await database_threads.run(store.release)
                log.info("handed over %d turns", handed)
        await self._journal.flush()

    def _start(self, todo: Work, around: Surroundings | None) -> None:
        self._loop = asyncio.get_running_loop()
        earlier = self._latest.get(todo.ask.thread)
        task = asyncio.create_task(self._answer(todo, around, earlier))
        self._works[todo.key], self._streams[todo.key] = todo, todo.stream
        self._tasks[todo.key] = self._latest[todo.ask.thread] = task
        self._heartbeat.start()

    async def _answer(
        self,
        todo: Work,
        around: Surroundings | None,
        earlier: asyncio.Task[None] | None,
    ) -> None:
        ids = {"turn_id": todo.key, "thread_id": str(todo.ask.thread)}
        try:
            with structlog.contextvars.bound_contextvars(**ids):
                await self._answering.answer(todo, around, earlier)
        except Lost:
            log.info("turn %s is answered by another process", todo.key)
        finally:
            self._leave(todo.has_place)
            self._forget(todo)

    def _forget(self, todo: Work) -> None:
        task = self._tasks.pop(todo.key, None)
        self._works.pop(todo.key, None)
        if self._latest.get(todo.ask.thread) is task:
            self._latest.pop(todo.ask.thread, None)
        drop = self._streams.pop
        if todo.stream.is_over:
            asyncio.get_running_loop().call_later(KEEP_SECONDS, drop, todo.key, None)
        else:
            drop(todo.key, None)
            todo.stream.leave()

    def _leave(self, has_place: bool) -> None:
        if has_place:
            self.capacity.give_back()

    def _alive(self) -> set[UUID]:
        return {one.turn_id for one in list(self._works.values())}

    def _heard_in_thread(self, expected: set[UUID], beat: Beat) -> None:
        if self._loop and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._heard, expected, beat)

    def _heard(self, expected: set[UUID], beat: Beat) -> None:
        """Stops what the guest stopped elsewhere; leaves what others have taken."""
        still_ours = {turn_id for turn_id, _ in beat}
        for turn_id, is_stopped in beat:
            if is_stopped:
                self.stop(str(turn_id))
        for turn_id in expected - still_ours:
            todo = self._works.get(str(turn_id))
            if todo and not todo.is_closing:
                self._tasks[todo.key].cancel()


async def _begun(ask: Ask, has_place: bool) -> tuple[Begun, Surroundings]:
    """A server that restarts is back in a moment; the guest need not ask again."""
    for pause in PAUSES_SECONDS:
        try:
            return await database_threads.run(graph_context.begin, ask, has_place)
        except DatabaseError as error:
            log.warning("a question could not be stored yet: %s", error)
            await asyncio.sleep(pause)
    return await database_threads.run(graph_context.begin, ask, has_place)
