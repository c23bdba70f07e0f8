"""Rows of turns and messages. The one writer of a turn's status.

A turn is queued, then running, then done, stopped or failed. Who runs it holds a lease
that it renews; a turn whose lease is over may be adopted by anybody. Every attempt has
a number, and only the newest may end the turn, so a process that was thought dead and
comes back changes nothing. Clocks of several machines differ: leases go by the clock
of the database.
"""

from __future__ import annotations

import json
import os
import secrets
import socket
from dataclasses import asdict
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import orjson
from django.conf import settings
from django.utils import timezone

from apps.conversations.models import Message, Turn
from apps.conversations.turns import statements
from apps.conversations.turns.question import Answer, Ask, Begun, Busy, Foreign, Resting

Status = Turn.Status
UNFINISHED = (Status.QUEUED, Status.RUNNING)
NO_GRACE = timedelta(0)
# Letters and digits that nobody mishears on the telephone.
REFERENCE_SIGNS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
# Names this process for as long as it lives; a pid alone may come again.
OWNER = f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(4)}"


def begin(ask: Ask, may_run: bool) -> Begun:
    """Stores question and turn before anything runs; the same client id is one turn.

    Raises Resting, Busy or Foreign.
    """
    fresh = uuid4()
    while True:
        row = statements.row("begin", **_begun(ask, fresh, may_run))
        if row is None or (row[0] == "paused" and not ask.is_urgent):
            raise Resting
        _, is_ours, waiting, turn_id, attempt, plan, after = row
        if not is_ours:
            raise Foreign
        if turn_id:
            return Begun(turn_id, attempt, True, _current(plan, after))
        known = Turn.objects.filter(conversation_id=ask.thread, client_id=ask.client_id)
        if turn := known.first():
            return Begun(turn.pk, turn.attempt, again(turn.pk))
        if waiting >= ask.most and not ask.is_urgent:
            raise Busy
        # Two questions came in the same instant and only one could run: once more.


def _begun(ask: Ask, fresh: UUID, may_run: bool) -> dict[str, Any]:
    return {
        "property": ask.property_id,
        "conversation": ask.thread,
        "secret_hash": ask.secret_hash,
        "channel": ask.channel,
        "language": ask.language,
        "client": ask.client_id,
        "turn": fresh,
        "may_run": may_run,
        "owner": OWNER,
        "lease": lease(),
        "asked_for": ask.at,
        "text": ask.text,
        "most": ask.most,
        "is_urgent": ask.is_urgent,
    }


def _current(plan: Any, after: UUID | None) -> dict[str, Any] | None:
    """The plan made after the last answer; an older one came too late."""
    stored: dict[str, Any] | None = json.loads(plan) if isinstance(plan, str) else plan
    if not stored or stored.get("after") != str(after):
        return None
    return {name: value for name, value in stored.items() if name != "after"}


def again(turn_id: UUID) -> bool:
    """Queues a failed turn for this process; False when it did not fail."""
    return bool(statements.rows("again", turn=turn_id, owner=OWNER, lease=lease()))


def claim(turn_id: UUID) -> int | None:
    """Runs a queued turn of this process; the number of the attempt.

    None while an older turn of the conversation is unfinished.
    """
    row = statements.row("claim", turn=turn_id, owner=OWNER, lease=lease())
    return row[0] if row else None


def retry(turn_id: UUID) -> int | None:
    """Another attempt after trouble; None when the turn is not ours any more."""
    row = statements.row("retry", turn=turn_id, owner=OWNER, lease=lease())
    return row[0] if row else None


def adopt(turn_id: UUID) -> str:
    """Takes over a turn whose process is dead; its new status, or an empty text.

    One that was stopped, tried too often or left too long is ended instead.
    """
    row = statements.row(
        "adopt",
        turn=turn_id,
        owner=OWNER,
        lease=lease(),
        most=settings.TURN_MAX_ATTEMPTS,
        patience=timedelta(seconds=settings.TURN_GIVE_UP_SECONDS),
        reference=reference(),
    )
    return str(row[0]) if row else ""


def renew() -> list[tuple[UUID, bool]]:
    """Shows that this process lives; its turns, and whether the guest stopped them."""
    rows = statements.rows("renew", owner=OWNER, lease=lease())
    return [(turn_id, is_stopped) for turn_id, is_stopped in rows]


def release() -> int:
    """Hands this process's turns over to whoever looks next; how many there were."""
    return len(statements.rows("release", owner=OWNER))


def finish(
    turn_id: UUID,
    attempt: int,
    status: str,
    answer: Answer | None,
    language: str = "en",
    **measured: Any,
) -> bool:
    """Ends a turn and stores its answer together; False when it had ended before."""
    spoken = answer or Answer("")
    values = {**MEASURED, **measured, "nodes": _json(measured.get("nodes", []))}
    ended = statements.rows(
        "finish",
        turn=turn_id,
        attempt=attempt,
        status=status,
        has_answer=answer is not None,
        kind=spoken.kind,
        text=spoken.text,
        language=language,
        sources=_json(spoken.sources),
        citations=_json(spoken.citations),
        help=_json(spoken.help),
        cards=_json(spoken.cards),
        followups=_json(spoken.followups),
        held=_json(asdict(spoken.held)) if spoken.held else None,
        **values,
    )
    return bool(ended)


# What a turn's row keeps of a run that measured nothing.
MEASURED: dict[str, Any] = {
    "route": "",
    "guardrail": "",
    "specialist": "",
    "provider": "",
    "prompt_hash": "",
    "input_tokens": 0,
    "output_tokens": 0,
    "cost_micros": 0,
    "first_token_ms": None,
    "duration_ms": None,
    "reference": "",
    "alert": "",
}


def state(turn_id: UUID) -> tuple[str, bool]:
    """A turn's status, and whether its process gives no sign of life any more."""
    row = statements.row("state", turn=turn_id)
    if row is None:
        raise Turn.DoesNotExist
    return str(row[0]), bool(row[1])


def unfinished(thread: UUID) -> list[UUID]:
    """Turns of a thread that wait for their answer, the oldest first."""
    rows = Turn.objects.filter(conversation_id=thread, status__in=UNFINISHED)
    return list(rows.values_list("pk", flat=True))


def lost(grace: timedelta, most: int, thread: UUID | None = None) -> list[UUID]:
    """Turns that nobody has kept alive for so long, the oldest first."""
    rows = statements.rows("lost", grace=grace, most=most, thread=thread)
    return [row[0] for row in rows]


def ask_to_stop(turn_id: UUID, thread: UUID) -> bool:
    """Whether there was anything to stop; its process hears of it with its lease."""
    rows = Turn.objects.filter(
        pk=turn_id, conversation_id=thread, status__in=UNFINISHED
    )
    return bool(rows.update(stop_requested=True))


def abandon(thread: UUID) -> None:
    """Ends what a thread still waits for; nobody is to hear the answers."""
    rows = Turn.objects.filter(conversation_id=thread, status__in=UNFINISHED)
    rows.update(status=Status.STOPPED, ended_at=timezone.now(), lease_until=None)


def answer_to(turn_id: UUID) -> Message | None:
    return Message.objects.filter(turn=turn_id, role=Message.Role.CONCIERGE).first()


def lease() -> timedelta:
    """How long a turn may stay without a sign of life of its process."""
    return timedelta(seconds=settings.TURN_LEASE_SECONDS)


def reference() -> str:
    """A short code that a guest can read out: `K7Q-42M`."""
    signs = [secrets.choice(REFERENCE_SIGNS) for _ in range(6)]
    return f"{''.join(signs[:3])}-{''.join(signs[3:])}"


def _json(value: Any) -> str:
    return orjson.dumps(value).decode()
