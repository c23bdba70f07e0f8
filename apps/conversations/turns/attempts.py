"""Answers one turn: waits for a place, attempts it, stores and publishes its end."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from typing import ParamSpec, TypeVar
from uuid import UUID

import psycopg
from django.conf import settings
from django.db import InterfaceError, OperationalError
from psycopg_pool import PoolTimeout

from apps.concierge import replies
from apps.conversations import erasure
from apps.conversations.models import Turn
from apps.conversations.review import held_answers
from apps.conversations.stream import events
from apps.conversations.turns import store
from apps.conversations.turns.active_turn import ActiveTurn
from apps.conversations.turns.after_turn import AfterTurn
from apps.conversations.turns.graph_runs import graph_context
from apps.conversations.turns.graph_runs.graph_run import GraphRun
from apps.conversations.turns.memory import resort_remarks, told_facts
from apps.infrastructure import database_threads
from apps.infrastructure.processes import computing
from apps.infrastructure.processes.computing import Capacity
from apps.properties.models import Property

P = ParamSpec("P")
T = TypeVar("T")
log = logging.getLogger(__name__)
# The turn before may run in another process, so there is no event to wait for.
QUEUE_POLL_SECONDS = 0.1
RETRY_SECONDS = 0.3
# A server is away for a moment: the turn is attempted again.
OUTAGE_ERRORS = (
    OperationalError,
    InterfaceError,
    psycopg.OperationalError,
    psycopg.InterfaceError,
    PoolTimeout,
)


class TurnTakenOver(Exception):  # noqa: N818 - it names the state
    """Another process answers this turn now, or it has ended."""


class TurnExecutor:
    """adopt_expired: takes over dead turns of a thread that others wait behind."""

    def __init__(
        self, capacity: Capacity, adopt_expired: Callable[[UUID], Awaitable[None]]
    ) -> None:
        self._capacity, self._adopt_expired = capacity, adopt_expired
        self._computing = Capacity(settings.MAX_COMPUTING_TURNS)
        self.after_turn = AfterTurn()

    async def execute(
        self, turn: ActiveTurn, previous: asyncio.Task[None] | None
    ) -> None:
        """Answers the turn; raises TurnTakenOver or CancelledError otherwise.

        previous: the older turn of the thread that runs in this process.
        """
        try:
            async with asyncio.timeout(settings.TURN_DEADLINE_SECONDS):
                if not turn.has_place:
                    await self._wait_and_claim(turn, previous)
                _announce(turn, "" if turn.attempt == 1 else "recovered")
                await self._attempt_until_done(turn)
        except asyncio.CancelledError:
            if not turn.is_stop_requested:
                raise  # the process ends, or another one has the turn
            await asyncio.shield(self._close(turn, None, Turn.Status.STOPPED))
        except TurnTakenOver:
            raise
        except Exception as error:  # noqa: BLE001 - the one door of a turn
            await self._fail(turn, error)

    async def _wait_and_claim(
        self, turn: ActiveTurn, previous: asyncio.Task[None] | None
    ) -> None:
        """Waits for older questions of the thread, then for a place."""
        if previous and not previous.done():
            await asyncio.wait([previous])
        while True:
            await self._take_place(turn)
            attempt = await _retry_outages(store.claim, turn.id)
            if attempt:
                turn.attempt = attempt
                return
            self._capacity.give_back()
            turn.has_place = False
            await self._check_ownership(turn)
            await self._adopt_expired(turn.request.thread_id)
            await asyncio.sleep(QUEUE_POLL_SECONDS)

    async def _take_place(self, turn: ActiveTurn) -> None:
        if self._capacity.take():
            turn.has_place = True
            return
        text = replies.say("status_waiting", turn.request.language)
        turn.stream.publish({"type": "status", "text": text})
        await self._capacity.wait()
        turn.has_place = True

    async def _check_ownership(self, turn: ActiveTurn) -> None:
        status, is_expired = await _retry_outages(store.status, turn.id)
        if status != Turn.Status.QUEUED or is_expired:
            raise TurnTakenOver

    async def _attempt_until_done(self, turn: ActiveTurn) -> None:
        while True:
            try:
                return await self._attempt(turn)
            except OUTAGE_ERRORS as error:
                log.warning("turn %s met an outage: %s", turn.key, error)
                if turn.attempt >= settings.TURN_MAX_ATTEMPTS:
                    raise
                await asyncio.sleep(RETRY_SECONDS)
                attempt = await _retry_outages(store.retry, turn.id)
                if attempt is None:
                    raise TurnTakenOver from error
                turn.attempt, turn.context = attempt, None
                _announce(turn, "trouble")

    async def _attempt(self, turn: ActiveTurn) -> None:
        if turn.context is None:
            await database_threads.run(graph_context.prepare, turn)
        assert turn.context is not None  # noqa: S101 - for the type checker
        run, status = GraphRun(turn), Turn.Status.DONE
        try:
            async with computing.place(self._computing):
                listener = turn.recorder.following(run) if turn.recorder else run
                await run.invoke(replace(turn.context, listener=listener))
        except asyncio.CancelledError:
            if not turn.is_stop_requested:
                with suppress(*OUTAGE_ERRORS):
                    await asyncio.shield(_erase_if_forgotten(turn, run))
                raise
            status = Turn.Status.STOPPED
        turn.is_closing = True
        # A stop that comes now is too late: the end is stored and published.
        await asyncio.shield(self._close(turn, run, status))

    async def _close(self, turn: ActiveTurn, run: GraphRun | None, status: str) -> None:
        """Stores the answer first: after `done` a client can rely on the row."""
        turn.is_closing = True
        is_stopped = status == Turn.Status.STOPPED
        answer = None if run is None else run.partial if is_stopped else run.answer
        metrics = run.metrics if run else {}
        language = turn.request.language
        if answer and turn.context and turn.needs_approval:
            resort, route = turn.context.resort, metrics["route"]
            answer = held_answers.hold(answer, route, resort, language)
        answer, metrics = await resort_remarks.noted(turn, status, answer, metrics)
        is_ended = await _retry_outages(
            store.finish,
            turn.id,
            turn.attempt,
            status,
            answer,
            language,
            turn.memory,
            **metrics,
        )
        if not is_ended:
            await _erase_if_forgotten(turn, run)
            return await self._publish_stored(turn)
        noted = await told_facts.note(turn, status, answer, metrics)
        for event in [*noted, *events.ending(answer, status, language)]:
            turn.stream.publish(event)
        if answer and answer.held:
            property_id = turn.request.property_id
            await database_threads.run(held_answers.announce, property_id)
        if status == Turn.Status.DONE:
            if run and turn.recorder:
                await turn.recorder.store(run)
            self.after_turn.start(turn, answer, metrics)
        return None

    async def _publish_stored(self, turn: ActiveTurn) -> None:
        """The turn has ended before; the first end counts."""
        status, _ = await database_threads.run(store.status, turn.id)
        if status in store.UNFINISHED:
            raise TurnTakenOver
        message = await database_threads.run(store.answer_to, turn.id)
        for event in await database_threads.run(events.stored_ending, message, status):
            turn.stream.publish(event)

    async def _fail(self, turn: ActiveTurn, error: Exception) -> None:
        turn.is_closing = True
        reference = Turn.new_reference()
        log.error("turn %s failed, reference %s", turn.key, reference, exc_info=error)
        phone = href = ""
        try:
            await database_threads.run(
                store.finish,
                turn.id,
                turn.attempt,
                Turn.Status.FAILED,
                None,
                memory=turn.memory,
                reference=reference,
            )
            place = await database_threads.run(
                Property.objects.get, pk=turn.request.property_id
            )
            phone, href = place.phone, place.phone_href
        except OUTAGE_ERRORS:
            log.exception("turn %s could not be marked as failed", turn.key)
        language = turn.request.language
        turn.stream.publish(events.failure(reference, language, phone, href))


def _announce(turn: ActiveTurn, reason: str = "") -> None:
    """The first events of an attempt; `reason` says why there is another one."""
    turn.stream.begin(turn.attempt)
    turn.stream.publish(events.metadata(turn))
    if reason:
        reset = {"type": "reset", "attempt": turn.attempt, "reason": reason}
        turn.stream.publish(reset)


async def _retry_outages(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Retries database work while the database is away; the deadline ends it."""
    while True:
        try:
            return await database_threads.run(work, *args, **kwargs)
        except OUTAGE_ERRORS as error:
            log.warning("the database is away: %s", error)
            await asyncio.sleep(RETRY_SECONDS)


async def _erase_if_forgotten(turn: ActiveTurn, run: GraphRun | None) -> None:
    """Erases the traces of an answer whose thread was erased meanwhile."""
    thread_id = turn.request.thread_id
    if await erasure.is_forgotten(thread_id, turn.id):
        turn.stream.stop_sharing()
        await erasure.erase_late_answer(thread_id, turn.id, run.used if run else None)
