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
from apps.conversations.stream.redis_stream import StreamWriter
from apps.conversations.stream.turn_stream import TurnStream
from apps.conversations.turns import store, stored_turns
from apps.conversations.turns.active_turn import (
    ActiveTurn,
    ConciergePaused,
    Overloaded,
    TooManyUnanswered,
    TurnRequest,
)
from apps.conversations.turns.attempts import TurnExecutor, TurnTakenOver
from apps.conversations.turns.graph_runs import graph_context
from apps.conversations.turns.lease_renewal import LeaseRenewal, Leases
from apps.infrastructure import database_scope, database_threads
from apps.infrastructure.processes.computing import Capacity

log = logging.getLogger(__name__)
# A stream that is over stays for followers that come a moment late.
KEEP_STREAM_SECONDS = 5
RETRY_DELAYS_SECONDS = (0.1, 0.4, 1.0)
MAX_ADOPTED = 3


class TurnRunner:
    """Runs turns. A turn outlives the socket that asked for it."""

    def __init__(self) -> None:
        self.capacity = Capacity(settings.MAX_RUNNING_TURNS, settings.MAX_WAITING_TURNS)
        self.is_draining = False
        self._writer = StreamWriter()
        self._executor = TurnExecutor(self.capacity, self.adopt_expired)
        self._turns: dict[str, ActiveTurn] = {}
        self._streams: dict[str, TurnStream] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._latest_task: dict[UUID, asyncio.Task[None]] = {}
        self._lease_renewal = LeaseRenewal(self._active_ids, self._on_leases_in_thread)
        self._loop: asyncio.AbstractEventLoop | None = None

    async def take(self, request: TurnRequest) -> str:
        """Stores a question and starts answering; the same client id is one turn.

        A guest who seems to be in danger is not refused. Raises ConciergePaused,
        TooManyUnanswered, ForeignThread or Overloaded.
        """
        try:
            return await self._take(request)
        except (ConciergePaused, TooManyUnanswered, Overloaded):
            if not await asyncio.to_thread(checks.is_urgent, request.text):
                raise
            return await self._take(replace(request, is_urgent=True))

    async def _take(self, request: TurnRequest) -> str:
        is_full = self.capacity.is_exhausted and not request.is_urgent
        if self.is_draining or is_full:
            raise Overloaded
        has_place = self.capacity.take()
        try:
            with database_scope.scoped_to(request.property_id):
                turn = await _begin(request, has_place)
        except BaseException:
            self._release(has_place)
            raise
        turn.has_place = turn.is_ours and turn.attempt > 0
        self._release(has_place and not turn.has_place)
        if turn.is_ours:
            self._start(turn)
        return turn.key

    async def adopt(self, turn_id: UUID) -> bool:
        """Answers a turn whose process is dead; False when it is not."""
        status = await database_threads.run(store.adopt, turn_id)
        if status == store.Status.QUEUED and str(turn_id) not in self._tasks:
            self._start(await database_threads.run(stored_turns.active_turn, turn_id))
        return bool(status)

    async def adopt_expired(self, thread_id: UUID) -> None:
        """Dead questions of a thread must not block those that wait behind them."""
        for turn_id in await database_threads.run(
            store.expired, store.NO_GRACE, MAX_ADOPTED, thread_id
        ):
            await self.adopt(turn_id)

    def stream(self, turn_id: str) -> TurnStream | None:
        return self._streams.get(turn_id)

    def running_turn(self, turn_id: str) -> ActiveTurn | None:
        """A turn that this process answers, until it has ended."""
        return self._turns.get(turn_id)

    def stop(self, turn_id: str) -> bool:
        """Ends a running turn and keeps its words; False when it does not run here."""
        turn = self._turns.get(turn_id)
        if turn is None or turn.is_closing:
            return False
        turn.is_stop_requested = True
        return self._tasks[turn_id].cancel()

    async def settled(self) -> None:
        """Waits for everything that still runs."""
        while tasks := [*self._tasks.values(), *self._executor.after_turn.tasks]:
            await asyncio.gather(*tasks, return_exceptions=True)
        await self._writer.flush()

    async def drain(self, seconds: float) -> None:
        """Before the process ends: finishes what it can, hands over the other turns."""
        self.is_draining = True
        if tasks := list(self._tasks.values()):
            log.info("finishing %d turns", len(tasks))
            _, unfinished = await asyncio.wait(tasks, timeout=seconds)
            for task in unfinished:
                task.cancel()
            if unfinished:
                await asyncio.wait(unfinished, timeout=1)
                with database_scope.all_properties():
                    released_count = await database_threads.run(store.release)
                log.info("handed over %d turns", released_count)
        await self._writer.flush()

    def _start(self, turn: ActiveTurn) -> None:
        self._loop = asyncio.get_running_loop()
        turn.stream = TurnStream(turn.key, self._writer)
        thread_id = turn.request.thread_id
        task = asyncio.create_task(
            self._execute(turn, self._latest_task.get(thread_id))
        )
        self._turns[turn.key], self._streams[turn.key] = turn, turn.stream
        self._tasks[turn.key] = self._latest_task[thread_id] = task
        self._lease_renewal.start()

    async def _execute(
        self, turn: ActiveTurn, previous: asyncio.Task[None] | None
    ) -> None:
        ids = {"turn_id": turn.key, "thread_id": str(turn.request.thread_id)}
        try:
            with (
                structlog.contextvars.bound_contextvars(**ids),
                database_scope.scoped_to(turn.request.property_id),
            ):
                await self._executor.execute(turn, previous)
        except TurnTakenOver:
            log.info("turn %s is answered by another process", turn.key)
        finally:
            self._release(turn.has_place)
            self._remove(turn)

    def _remove(self, turn: ActiveTurn) -> None:
        task = self._tasks.pop(turn.key, None)
        self._turns.pop(turn.key, None)
        if self._latest_task.get(turn.request.thread_id) is task:
            self._latest_task.pop(turn.request.thread_id, None)
        if turn.stream.is_over:
            loop = asyncio.get_running_loop()
            loop.call_later(KEEP_STREAM_SECONDS, self._drop_stream, turn)
        else:
            self._drop_stream(turn)
            turn.stream.abandon()

    def _drop_stream(self, turn: ActiveTurn) -> None:
        """A failed turn that was sent again has another stream by now, which stays."""
        if self._streams.get(turn.key) is turn.stream:
            del self._streams[turn.key]

    def _release(self, has_place: bool) -> None:
        if has_place:
            self.capacity.give_back()

    def _active_ids(self) -> set[UUID]:
        return {turn.id for turn in list(self._turns.values())}

    def _on_leases_in_thread(self, active: set[UUID], leases: Leases) -> None:
        if self._loop and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._on_leases, active, leases)

    def _on_leases(self, active: set[UUID], leases: Leases) -> None:
        """Stops what the guest stopped elsewhere; drops what others have adopted."""
        for turn_id, is_stop_requested in leases:
            if is_stop_requested:
                self.stop(str(turn_id))
        for turn_id in active - {turn_id for turn_id, _ in leases}:
            turn = self._turns.get(str(turn_id))
            if turn and not turn.is_closing:
                self._tasks[turn.key].cancel()


async def _begin(request: TurnRequest, has_place: bool) -> ActiveTurn:
    """A server that restarts is back in a moment; the guest need not ask again."""
    for delay in RETRY_DELAYS_SECONDS:
        try:
            return await database_threads.run(graph_context.begin, request, has_place)
        except DatabaseError as error:
            log.warning("a question could not be stored yet: %s", error)
            await asyncio.sleep(delay)
    return await database_threads.run(graph_context.begin, request, has_place)
