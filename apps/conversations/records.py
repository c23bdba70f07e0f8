"""Rows of turns and messages. The one writer of a turn's status."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone

from apps.conversations.models import Conversation, Message, Turn

Status = Turn.Status
UNFINISHED = (Status.QUEUED, Status.RUNNING)
# Letters and digits that nobody mishears on the telephone.
REFERENCE_SIGNS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"


@dataclass(frozen=True)
class Answer:
    """What is stored of an answered turn."""

    text: str
    kind: str = "answer"
    sources: tuple[str, ...] = ()
    citations: tuple[dict[str, Any], ...] = ()
    help: tuple[dict[str, str], ...] = ()


def begin(
    conversation: Conversation,
    client_id: UUID,
    text: str,
    language: str,
    lease: timedelta,
    at: datetime,
) -> tuple[Turn, bool]:
    """Stores question and turn before anything runs; says whether it is to be run.

    The same client id is the same turn: it runs again only when it failed, or when the
    process that was to run it is dead.
    """
    expire(conversation.pk, at)
    with transaction.atomic():
        turn, is_new = Turn.objects.get_or_create(
            conversation=conversation,
            client_id=client_id,
            defaults={"lease_until": at + lease},
        )
        if is_new:
            Message.objects.create(
                conversation=conversation,
                turn=turn,
                role=Message.Role.GUEST,
                text=text,
                language=language,
            )
            conversation.last_message_at = at
            conversation.language = language
            conversation.save(update_fields=["last_message_at", "language"])
    return turn, is_new or _requeue(turn, at + lease)


def _requeue(turn: Turn, lease_until: datetime) -> bool:
    rows = Turn.objects.filter(pk=turn.pk, status=Status.FAILED)
    return bool(
        rows.update(status=Status.QUEUED, ended_at=None, lease_until=lease_until)
    )


def unfinished(conversation_id: UUID) -> int:
    """How many questions of a thread wait for their answer."""
    return Turn.objects.filter(
        conversation_id=conversation_id, status__in=UNFINISHED
    ).count()


def expire(conversation_id: UUID, at: datetime) -> None:
    """Fails the thread's turns whose lease is over: their process is dead."""
    Turn.objects.filter(
        conversation_id=conversation_id, status__in=UNFINISHED, lease_until__lt=at
    ).update(status=Status.FAILED, ended_at=at)


def claim(turn_id: UUID, owner: str, lease: timedelta, at: datetime) -> bool:
    """Makes a queued turn the running one; False while an older one is unfinished."""
    turn = Turn.objects.get(pk=turn_id)
    expire(turn.conversation_id, at)
    older = Turn.objects.filter(
        conversation_id=turn.conversation_id,
        status__in=UNFINISHED,
        created_at__lt=turn.created_at,
    )
    if older.exists():
        return False
    try:
        with transaction.atomic():
            claimed = Turn.objects.filter(pk=turn_id, status=Status.QUEUED).update(
                status=Status.RUNNING,
                owner=owner,
                attempt=turn.attempt + 1,
                lease_until=at + lease,
            )
    except IntegrityError:  # the database allows one running turn a conversation
        return False
    return bool(claimed)


def finish(
    turn_id: UUID, status: str, answer: Answer | None, **measured: Any
) -> Message | None:
    """Ends a turn and stores its answer in one transaction; the first end counts."""
    with transaction.atomic():
        turn = Turn.objects.select_for_update().get(pk=turn_id)
        if turn.status not in UNFINISHED:
            return turn.messages.filter(role=Message.Role.CONCIERGE).first()
        turn.status, turn.ended_at, turn.lease_until = status, timezone.now(), None
        for name, value in measured.items():
            setattr(turn, name, value)
        turn.save()
        if answer is None:
            return None
        return Message.objects.create(
            conversation_id=turn.conversation_id,
            turn=turn,
            role=Message.Role.CONCIERGE,
            kind=answer.kind,
            text=answer.text,
            language=turn.conversation.language,
            sources=list(answer.sources),
            citations=list(answer.citations),
            help=list(answer.help),
        )


def reference() -> str:
    """A short code that a guest can read out: `K7Q-42M`."""
    signs = [secrets.choice(REFERENCE_SIGNS) for _ in range(6)]
    return f"{''.join(signs[:3])}-{''.join(signs[3:])}"
