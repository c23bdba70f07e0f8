"""Rows of turns and messages. No other module writes the status of a turn.

A turn is queued, then running, then done, stopped or failed. The process that runs it
holds a lease and renews it; any process may adopt a turn whose lease has expired. Every
attempt has a number, and only the newest may end the turn, so a process that was
believed dead and comes back changes nothing. Clocks of several machines differ, so
leases go by the clock of the database.
"""

from __future__ import annotations

import json
import os
import secrets
import socket
from dataclasses import asdict, replace
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4, uuid5

import orjson
from django.conf import settings
from django.db import ProgrammingError
from django.db.models import QuerySet
from django.utils import timezone
from psycopg.errors import InsufficientPrivilege

from apps.concierge.thread_memory import ThreadMemory
from apps.conversations.models import Message, Turn
from apps.conversations.turns import memory_rows, stored_turns
from apps.conversations.turns.active_turn import (
    NO_METRICS,
    ActiveTurn,
    Answer,
    ConciergePaused,
    ErasedThread,
    ForeignThread,
    TooManyUnanswered,
    TurnRequest,
)
from apps.infrastructure import sql

Status = Turn.Status
UNFINISHED = (Status.QUEUED, Status.RUNNING)
NO_GRACE = timedelta(0)
# Identifies this process; the system reuses a process id.
OWNER = f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(4)}"
statements = sql.Statements(Path(__file__).with_name("sql"))


def begin(request: TurnRequest, may_run: bool) -> ActiveTurn:
    """Stores question and turn before anything runs; the same question is one turn.

    Another question with the id of an earlier one is a question of its own. Raises
    ConciergePaused, TooManyUnanswered, ErasedThread or ForeignThread.
    """
    new_id = uuid4()
    while True:
        row = _begin(_begin_values(request, new_id, may_run))
        if row is None or (row[0] == "paused" and not request.is_urgent):
            raise ConciergePaused
        _, is_own_thread, waiting_count, turn_id, attempt, plan, after, changes = row
        if not is_own_thread:
            raise ErasedThread if request.must_exist else ForeignThread
        if turn_id:
            plan = stored_turns.plan_after(plan, after)
            changes = json.loads(changes or "{}")
            return ActiveTurn(turn_id, request, attempt, plan=plan, changes=changes)
        stored = stored_turns.find(request)
        if stored and stored_turns.asks_something_else(stored, request):
            # The id of these words is the same whenever they are sent again.
            client_id = uuid5(request.client_id, request.text)
            request = replace(request, client_id=client_id)
            continue
        if stored:
            # It runs once it is claimed, which numbers the next attempt.
            is_ours, changes = requeue_failed(stored.pk), stored_turns.changes(stored)
            return ActiveTurn(stored.pk, request, is_ours=is_ours, changes=changes)
        if waiting_count >= request.max_unanswered and not request.is_urgent:
            raise TooManyUnanswered
        # Two questions arrived at once and only one could run: try again.


def _begin(values: dict[str, Any]) -> tuple[Any, ...] | None:
    """Raises ForeignThread for a thread that is out of scope."""
    try:
        return statements.first("begin_turn", **values)
    except ProgrammingError as error:
        if isinstance(error.__cause__, InsufficientPrivilege):
            raise ForeignThread from error
        raise


def _begin_values(request: TurnRequest, new_id: UUID, may_run: bool) -> dict[str, Any]:
    return {
        "property": request.property_id,
        "conversation": request.thread_id,
        "secret_hash": request.secret_hash,
        **asdict(request.guest_key),
        "channel": request.channel,
        "language": request.language,
        "client": request.client_id,
        "turn": new_id,
        "may_run": may_run,
        "owner": OWNER,
        "lease": lease(),
        "asked_for": request.asked_for,
        "text": request.text,
        "max_unanswered": request.max_unanswered,
        "is_urgent": request.is_urgent,
        "must_exist": request.must_exist,
        "place_in_focus": request.place_in_focus,
    }


def requeue_failed(turn_id: UUID) -> bool:
    """Queues a failed turn for this process; False when it did not fail."""
    row = statements.first("requeue_failed", turn=turn_id, owner=OWNER, lease=lease())
    return row is not None


def claim(turn_id: UUID) -> int | None:
    """Runs a queued turn of this process and returns the number of the attempt.

    None while an older turn of the conversation is unfinished.
    """
    row = statements.first("claim_turn", turn=turn_id, owner=OWNER, lease=lease())
    return row[0] if row else None


def retry(turn_id: UUID) -> int | None:
    """Starts another attempt after an outage; None if another process has the turn."""
    row = statements.first("retry_turn", turn=turn_id, owner=OWNER, lease=lease())
    return row[0] if row else None


def adopt(turn_id: UUID) -> str:
    """Takes over a turn whose process is dead; returns its new status, or "".

    A turn that was stopped, tried too often or is too old is ended instead.
    """
    row = statements.first(
        "adopt_turn",
        turn=turn_id,
        owner=OWNER,
        lease=lease(),
        max_attempts=settings.TURN_MAX_ATTEMPTS,
        max_age=timedelta(seconds=settings.TURN_GIVE_UP_SECONDS),
        reference=Turn.new_reference(),
    )
    return str(row[0]) if row else ""


def renew() -> list[tuple[UUID, bool]]:
    """Renews the leases of this process; gives turns and whether they were stopped."""
    rows = statements.rows("renew_leases", owner=OWNER, lease=lease())
    return [(turn_id, is_stopped) for turn_id, is_stopped in rows]


def release() -> int:
    """Hands the turns of this process to any other; returns their number."""
    return len(statements.rows("release_leases", owner=OWNER))


def finish(
    turn_id: UUID,
    attempt: int,
    status: str,
    answer: Answer | None,
    language: str = "en",
    memory: ThreadMemory | None = None,
    **metrics: Any,
) -> bool:
    """Ends a turn; False when it had ended before.

    Its answer and what the thread remembers of it are stored together.
    """
    stored = answer or Answer("")
    values = {**NO_METRICS, **metrics, "nodes": _json(metrics.get("nodes", []))}
    row = statements.first(
        "finish_turn",
        turn=turn_id,
        attempt=attempt,
        status=status,
        has_answer=answer is not None,
        kind=stored.kind,
        text=stored.text,
        language=language,
        sources=_json(stored.sources),
        citations=_json(stored.citations),
        help=_json(stored.help),
        cards=_json(stored.cards),
        requests=_json(stored.requests),
        followups=_json(stored.followups),
        held=_json(asdict(stored.held)) if stored.held else None,
        **memory_rows.values(memory),
        **values,
    )
    return row is not None


def status(turn_id: UUID) -> tuple[str, bool]:
    """A turn's status, and whether its lease has expired."""
    row = statements.first("turn_status", turn=turn_id)
    if row is None:
        raise Turn.DoesNotExist
    return str(row[0]), bool(row[1])


def unfinished(thread_id: UUID) -> list[UUID]:
    """Unfinished turns of a thread, the oldest first."""
    return list(_unfinished(thread_id).values_list("pk", flat=True))


def expired(grace: timedelta, limit: int, thread_id: UUID | None = None) -> list[UUID]:
    """Turns whose leases expired longer ago than `grace`, the oldest first."""
    rows = statements.rows("expired_leases", grace=grace, limit=limit, thread=thread_id)
    return [row[0] for row in rows]


def request_stop(turn_id: UUID, thread_id: UUID) -> bool:
    """Marks a turn as stopped for the process that runs it; False when it has ended."""
    rows = _unfinished(thread_id).filter(pk=turn_id)
    return bool(rows.update(stop_requested=True))


def abandon(thread_id: UUID) -> None:
    """Stops the unfinished turns of a thread; nobody receives their answers."""
    _unfinished(thread_id).update(
        status=Status.STOPPED, ended_at=timezone.now(), lease_until=None
    )


def answer_to(turn_id: UUID) -> Message | None:
    return Message.objects.filter(turn=turn_id, role=Message.Role.CONCIERGE).first()


def lease() -> timedelta:
    """How long a turn belongs to its process after the last renewal."""
    return timedelta(seconds=settings.TURN_LEASE_SECONDS)


def _unfinished(thread_id: UUID) -> QuerySet[Turn]:
    return Turn.objects.filter(conversation_id=thread_id, status__in=UNFINISHED)


def _json(value: Any) -> str:
    return orjson.dumps(value).decode()
