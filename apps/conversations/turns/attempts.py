"""Answers one turn: waits for its place, attempts it, stores and tells its end."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import ParamSpec, TypeVar
from uuid import UUID

import psycopg
from django.conf import settings
from django.db import InterfaceError, OperationalError
from psycopg_pool import PoolTimeout

from apps.concierge import checkpoints, replies
from apps.conversations import erasure
from apps.conversations.models import Turn
from apps.conversations.review import held_answers
from apps.conversations.stream import ending_events
from apps.conversations.turns import background_plan, graph_context, store
from apps.conversations.turns.capacity import Capacity
from apps.conversations.turns.graph_context import Surroundings
from apps.conversations.turns.graph_run import Run
from apps.conversations.turns.work import Work
from apps.infrastructure import database_threads
from apps.properties.models import Property

P = ParamSpec("P")
T = TypeVar("T")
log = logging.getLogger(__name__)
# The turn before may run in another process, so there is no event to wait for.
QUEUE_POLL_SECONDS = 0.1
PAUSE_SECONDS = 0.3
# A server that is away for a moment: the turn is tried again.
TROUBLE = (
    OperationalError,
    InterfaceError,
    psycopg.OperationalError,
    psycopg.InterfaceError,
    PoolTimeout,
)


class Lost(Exception):  # noqa: N818 - it says what the turn is
    """Another process answers this turn now, or it has ended."""


class Answering:
    """adopt_lost: takes over dead turns of a thread that others wait behind."""

    def __init__(
        self, capacity: Capacity, adopt_lost: Callable[[UUID], Awaitable[None]]
    ) -> None:
        self._capacity, self._adopt_lost = capacity, adopt_lost
        self.plans: set[asyncio.Task[None]] = set()

    async def answer(
        self,
        todo: Work,
        around: Surroundings | None,
        earlier: asyncio.Task[None] | None,
    ) -> None:
        """Until the turn has ended, or raises Lost or CancelledError."""
        try:
            async with asyncio.timeout(settings.TURN_DEADLINE_SECONDS):
                if not todo.has_place:
                    await self._get_going(todo, earlier)
                todo.announce("" if todo.attempt == 1 else "recovered")
                await self._attempt_until_it_works(todo, around)
        except asyncio.CancelledError:
            if not todo.wants_stop:
                raise  # the process ends, or somebody else has the turn
            await asyncio.shield(self._close(todo, None, Turn.Status.STOPPED))
        except Lost:
            raise
        except Exception as error:  # noqa: BLE001 - the one door of a turn
            await self._fail(todo, error)

    async def _get_going(self, todo: Work, earlier: asyncio.Task[None] | None) -> None:
        """Waits for older questions of the thread, then for a place."""
        if earlier and not earlier.done():
            await asyncio.wait([earlier])
        while True:
            await self._take_place(todo)
            attempt = await _persistently(store.claim, todo.turn_id)
            if attempt:
                todo.attempt = attempt
                return
            self._capacity.give_back()
            todo.has_place = False
            await self._insist_on_mine(todo)
            await self._adopt_lost(todo.ask.thread)
            await asyncio.sleep(QUEUE_POLL_SECONDS)

    async def _take_place(self, todo: Work) -> None:
        if self._capacity.take():
            todo.has_place = True
            return
        text = replies.say("status_waiting", todo.ask.language)
        todo.stream.publish({"type": "status", "text": text})
        await self._capacity.wait()
        todo.has_place = True

    async def _insist_on_mine(self, todo: Work) -> None:
        status, is_lost = await _persistently(store.state, todo.turn_id)
        if status != Turn.Status.QUEUED or is_lost:
            raise Lost

    async def _attempt_until_it_works(
        self, todo: Work, around: Surroundings | None
    ) -> None:
        while True:
            try:
                return await self._attempt(todo, around)
            except TROUBLE as error:
                log.warning("turn %s met trouble: %s", todo.key, error)
                if todo.attempt >= settings.TURN_MAX_ATTEMPTS:
                    raise
                await asyncio.sleep(PAUSE_SECONDS)
                await checkpoints.mend()
                attempt = await _persistently(store.retry, todo.turn_id)
                if attempt is None:
                    raise Lost from error
                todo.attempt, around = attempt, None
                todo.announce("trouble")

    async def _attempt(self, todo: Work, around: Surroundings | None) -> None:
        ask = todo.ask
        if around is None:
            around = await database_threads.run(
                graph_context.surroundings, ask.property_id
            )
        run = Run(todo.stream, ask.is_traced, is_held=around.needs_approval)
        context = graph_context.build(around, ask, run, todo.plan)
        status = Turn.Status.DONE
        try:
            await run.graph(ask.thread, todo.turn_id, ask.text, context)
        except asyncio.CancelledError:
            if not todo.wants_stop:
                with suppress(*TROUBLE):
                    await asyncio.shield(_ended_late(todo, run))
                raise
            status = Turn.Status.STOPPED
        todo.is_closing = True
        # A stop that comes now is too late: the end is stored and told.
        await asyncio.shield(self._close(todo, run, status, around))

    async def _close(
        self,
        todo: Work,
        run: Run | None,
        status: str,
        around: Surroundings | None = None,
    ) -> None:
        """Stores the answer first; a client that hears `done` can rely on the row."""
        todo.is_closing = True
        is_stopped = status == Turn.Status.STOPPED
        answer = None if run is None else run.partial if is_stopped else run.answer
        measured = run.measured if run else {}
        if answer and around and around.needs_approval:
            place, language = around.snapshot.place, todo.ask.language
            answer = held_answers.hold(answer, measured["route"], place, language)
        ended = await _persistently(
            store.finish,
            todo.turn_id,
            todo.attempt,
            status,
            answer,
            todo.ask.language,
            **measured,
        )
        if not ended:
            await _ended_late(todo, run)
            return await self._tell_stored(todo)
        self._plan(todo, status)
        for event in ending_events.ending(answer, status, todo.ask.language):
            todo.stream.publish(event)
        return None

    async def _tell_stored(self, todo: Work) -> None:
        """The turn had an end already; that one counts."""
        status, _ = await database_threads.run(store.state, todo.turn_id)
        if status in store.UNFINISHED:
            raise Lost
        message = await database_threads.run(store.answer_to, todo.turn_id)
        for event in ending_events.stored(message, status):
            todo.stream.publish(event)

    def _plan(self, todo: Work, status: str) -> None:
        if status != Turn.Status.DONE or not background_plan.is_wanted():
            return
        task = asyncio.create_task(_plan(todo))
        self.plans.add(task)
        task.add_done_callback(self.plans.discard)

    async def _fail(self, todo: Work, error: Exception) -> None:
        todo.is_closing = True
        reference = store.reference()
        log.error("turn %s failed, reference %s", todo.key, reference, exc_info=error)
        phone = href = ""
        try:
            await database_threads.run(
                store.finish,
                todo.turn_id,
                todo.attempt,
                Turn.Status.FAILED,
                None,
                reference=reference,
            )
            place = await database_threads.run(
                Property.objects.get, pk=todo.ask.property_id
            )
            phone, href = place.phone, place.phone_href
        except TROUBLE:
            log.exception("turn %s could not be marked as failed", todo.key)
        language = todo.ask.language
        todo.stream.publish(ending_events.failure(reference, language, phone, href))


async def _persistently(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Tries database work again while the database is away; the deadline ends it."""
    while True:
        try:
            return await database_threads.run(work, *args, **kwargs)
        except TROUBLE as error:
            log.warning("the database is away: %s", error)
            await asyncio.sleep(PAUSE_SECONDS)


async def _ended_late(todo: Work, run: Run | None) -> None:
    if await erasure.is_forgotten(todo.ask.thread, todo.turn_id):
        todo.stream.stop_sharing()
        used = run.used if run else None
        await erasure.ended_late(todo.ask.thread, todo.turn_id, used)


async def _plan(todo: Work) -> None:
    """The answer is stored and told; what goes wrong here is nobody's trouble."""
    try:
        await background_plan.plan(todo.ask.thread, todo.turn_id)
    except Exception:
        log.exception("no plan after turn %s", todo.key)
