"""The one way to take a turn: store the question, run the graph, store the answer."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import time
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.utils import timezone

from apps.concierge import replies
from apps.concierge.tools import segments
from apps.conversations import contexts, planning, records, rendering, threads
from apps.conversations.events import Event
from apps.conversations.history import labelled
from apps.conversations.models import Conversation, Message, Turn
from apps.conversations.records import Answer
from apps.conversations.run import Outcome, run
from apps.conversations.stream import Stream

log = logging.getLogger(__name__)
# How often a turn behind another of its thread looks whether it may run.
QUEUE_POLL_SECONDS = 0.1
# A finished stream stays for clients that come back late.
KEEP_SECONDS = 120
OWNER = f"{socket.gethostname()}:{os.getpid()}"


@dataclass(frozen=True)
class Ask:
    """A guest's question, checked at the door."""

    conversation: Conversation
    client_id: UUID
    text: str
    language: str
    at: datetime | None = None


class Turns:
    """Turns running in this process. A turn outlives the socket that asked it."""

    def __init__(self) -> None:
        self._streams: dict[str, Stream] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._plans: set[asyncio.Task[None]] = set()

    async def take(self, ask: Ask) -> Turn:
        """Stores the question and starts answering; the same client id is one turn."""
        turn, to_run = await threads.run(
            records.begin,
            ask.conversation,
            ask.client_id,
            ask.text,
            ask.language,
            lease(),
            timezone.now(),
        )
        if to_run:
            key = str(turn.pk)
            self._streams[key] = Stream(key)
            self._tasks[key] = asyncio.create_task(self._answer(turn, ask))
            self._tasks[key].add_done_callback(lambda _: self._forget(key))
        return turn

    def stream(self, turn_id: str) -> Stream | None:
        return self._streams.get(turn_id)

    def stop(self, turn_id: str) -> bool:
        """Ends a running turn; what was said stays. False when it does not run here."""
        task = self._tasks.get(turn_id)
        return task.cancel() if task else False

    async def drain(self) -> None:
        """Waits for everything that still runs."""
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    def _forget(self, key: str) -> None:
        self._tasks.pop(key, None)
        loop = asyncio.get_running_loop()
        loop.call_later(KEEP_SECONDS, self._streams.pop, key, None)

    async def _answer(self, turn: Turn, ask: Ask) -> None:
        stream, outcome = self._streams[str(turn.pk)], Outcome()
        stream.publish(metadata(turn, ask))
        began, status = time.perf_counter(), Turn.Status.DONE
        try:
            try:
                await self._run(turn, ask, stream, outcome)
            except asyncio.CancelledError:
                status = Turn.Status.STOPPED
            # A stop that comes now is too late: the end is stored and told.
            await asyncio.shield(self._close(turn, stream, outcome, began, status))
        except Exception as error:  # noqa: BLE001 - the one door of a turn
            await self._fail(turn, stream, ask, error)
        else:
            plan = asyncio.create_task(_plan(turn))
            self._plans.add(plan)
            plan.add_done_callback(self._plans.discard)

    async def _run(
        self, turn: Turn, ask: Ask, stream: Stream, outcome: Outcome
    ) -> None:
        async with asyncio.timeout(settings.TURN_DEADLINE_SECONDS):
            await self._wait_for_turn(turn)
            context = await contexts.build(ask.conversation, ask.language, ask.at)
            thread, message = ask.conversation.pk, str(turn.pk)
            async for event in run(thread, message, ask.text, context, outcome):
                stream.publish(event)

    async def _wait_for_turn(self, turn: Turn) -> None:
        # The turn before may run in another process, so there is no event to wait for.
        while not await threads.run(  # noqa: ASYNC110
            records.claim, turn.pk, OWNER, lease(), timezone.now()
        ):
            await asyncio.sleep(QUEUE_POLL_SECONDS)

    async def _close(
        self, turn: Turn, stream: Stream, outcome: Outcome, began: float, status: str
    ) -> None:
        """Stores the answer first; a client that hears `done` can rely on the row."""
        message = await threads.run(
            records.finish,
            turn.pk,
            status,
            answer_of(outcome, status),
            **measured(outcome, began),
        )
        if message and message.citations:
            stream.publish(sources(message))
        stream.publish(done(message, status))

    async def _fail(
        self, turn: Turn, stream: Stream, ask: Ask, error: Exception
    ) -> None:
        reference = records.reference()
        log.error("turn %s failed, reference %s", turn.pk, reference, exc_info=error)
        place = ask.conversation.property
        try:
            await threads.run(
                records.finish, turn.pk, Turn.Status.FAILED, None, reference=reference
            )
        except Exception:
            log.exception("turn %s could not be marked as failed", turn.pk)
        message = replies.say(
            "trouble", ask.language, reference=reference, phone=place.phone
        )
        stream.publish(
            {
                "type": "error",
                "message": message,
                "reference": reference,
                "phone": place.phone,
                "tel": place.phone_href,
            }
        )


def lease() -> timedelta:
    """How long a turn may be unfinished before its process counts as dead."""
    return timedelta(seconds=settings.TURN_DEADLINE_SECONDS + 5)


async def _plan(turn: Turn) -> None:
    """The answer is stored and told; what goes wrong here is nobody's trouble."""
    try:
        await planning.plan(turn.conversation_id, turn.pk)
    except Exception:
        log.exception("no plan after turn %s", turn.pk)


def metadata(turn: Turn, ask: Ask) -> Event:
    """First of a turn's events; other tabs learn the question from it."""
    return {
        "type": "metadata",
        "thread_id": str(ask.conversation.pk),
        "turn_id": str(turn.pk),
        "client_id": str(ask.client_id),
        "question": ask.text,
    }


def answer_of(outcome: Outcome, status: str) -> Answer | None:
    """A stopped turn keeps what the guest has seen; one that said nothing has none."""
    values = outcome.values
    if status == Turn.Status.STOPPED:
        said = segments.without_marks(outcome.partial).strip()
        return Answer(said) if said else None
    return Answer(
        text=outcome.text,
        kind=values.get("answer_kind", "answer"),
        sources=tuple(values.get("sources_used", ())),
        citations=tuple(values.get("citations", ())),
        help=tuple(values.get("help", ())),
    )


def measured(outcome: Outcome, began: float) -> dict[str, object]:
    """What the turn's row keeps of the run."""
    values = outcome.values
    usage = values.get("usage", {})
    return {
        "route": values.get("query_type") or "",
        "guardrail": values.get("guardrail", ""),
        "specialist": values.get("active_agent") or "",
        "provider": values.get("provider", ""),
        "prompt_hash": values.get("prompt_hash", ""),
        "nodes": outcome.nodes,
        "input_tokens": usage.get("input_tokens", 0),
        "output_tokens": usage.get("output_tokens", 0),
        "first_token_ms": outcome.first_token_ms,
        "duration_ms": round((time.perf_counter() - began) * 1000),
    }


def sources(message: Message) -> Event:
    citations = labelled(message.citations, message.language)
    return {"type": "sources", "sources": message.sources, "citations": citations}


def done(message: Message | None, status: str) -> dict[str, object]:
    return {
        "type": "done",
        "done": True,
        "status": status,
        "html": rendering.to_html(message.text) if message else "",
        "text": message.text if message else "",
        "message_id": message.pk if message else None,
        "kind": message.kind if message else "answer",
        "help": message.help if message else [],
        "lang": message.language if message else "en",
    }
