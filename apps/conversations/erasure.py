"""Erases the words of guests everywhere and keeps what statistics count.

Turns, ratings and alerts of an erased thread move to an empty conversation with an
unknown id, so daily totals, the spending cap and the list of alerts stay correct.
"""

from __future__ import annotations

import logging
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import Func, UUIDField
from django.dispatch import Signal
from django.utils import timezone
from kombu.exceptions import OperationalError

from apps.concierge import checkpoints
from apps.conversations import langfuse_export
from apps.conversations.models import (
    Conversation,
    EvaluationCase,
    Feedback,
    Message,
    Review,
    Turn,
    TurnRecording,
)
from apps.conversations.stream import redis_stream
from apps.conversations.turns import store
from apps.conversations.turns.limits import spending
from apps.guests import erasure as guest_erasure
from apps.guests.models import Guest
from apps.infrastructure import database_scope, database_threads
from apps.llm.meter import Meter
from apps.reservations import erasure as request_erasure

log = logging.getLogger(__name__)
# Sent with `property_id`, `questions` and `conversation_id` in the transaction that
# erases a thread, for apps that keep copies of guests' words.
forgotten = Signal()


async def forget(conversation: Conversation) -> None:
    """Erases a guest's thread: its words, checkpoints and streams.

    Checkpoints go before the rows as well: where this is cut short, the conversation is
    still there to be erased again.
    """
    await checkpoints.forget(str(conversation.pk))
    turns = await database_threads.run(_empty, conversation)
    await erase_traces(conversation.pk, turns)


async def forget_guest(guest: Guest) -> None:
    """Erases all threads of a guest, and with the last one the guest."""
    threads = Conversation.objects.filter(guest=guest)
    for conversation in await database_threads.run(list, threads):
        await forget(conversation)


async def discard(conversation: Conversation) -> None:
    """Deletes a conversation that staff held as a trial, with all its traces."""
    rows = conversation.turns.values_list("pk", flat=True)
    turn_ids = await database_threads.run(list, rows)
    await erase_traces(conversation.pk, turn_ids)
    await database_threads.run(_delete, conversation, turn_ids)


async def erase_traces(thread: UUID, turns: list[UUID]) -> None:
    """Erases the streams and checkpoints of a thread."""
    await redis_stream.erase([str(pk) for pk in turns])
    # Policies know a checkpoint by its conversation, which may be gone.
    with database_scope.all_properties():
        await checkpoints.forget(str(thread))


async def is_forgotten(thread: UUID, turn_id: UUID) -> bool:
    """Whether the guest erased this turn's thread while it was being answered."""
    rows = Turn.objects.filter(pk=turn_id).exclude(conversation=thread)
    return await database_threads.run(rows.exists)


async def erase_late_answer(thread_id: UUID, turn_id: UUID, used: Meter | None) -> None:
    """Erases the traces of an answer whose thread was erased meanwhile.

    Its cost is still charged.
    """
    await erase_traces(thread_id, [turn_id])
    if used:
        await database_threads.run(spending.charge, turn_id, used, timezone.now())


@transaction.atomic
def _empty(conversation: Conversation) -> list[UUID]:
    """Moves what statistics count, deletes the rest; returns the ids of the turns."""
    # The lock makes a question that arrives now wait; it then begins a new thread.
    Conversation.objects.select_for_update().filter(pk=conversation.pk).first()
    store.abandon(conversation.pk)
    turns = list(conversation.turns.all())
    guest_messages = conversation.messages.filter(role=Message.Role.GUEST)
    questions = list(guest_messages.values_list("text", flat=True))
    forgotten.send(
        Conversation,
        property_id=conversation.property_id,
        questions=questions,
        conversation_id=conversation.pk,
    )
    guest_messages.delete()
    Review.objects.filter(turn__in=turns).delete()
    EvaluationCase.objects.filter(turn__in=turns).delete()
    TurnRecording.objects.filter(turn__in=turns).delete()
    exported = [str(turn.pk) for turn in turns if turn.exported_at]
    request_erasure.erase(conversation.pk)
    _forget_guest(conversation.pk, [turn.pk for turn in turns])
    _move(conversation, turns)
    Conversation.objects.filter(pk=conversation.pk).delete()
    if exported and langfuse_export.is_on():
        transaction.on_commit(lambda: _erase_exported(exported))
    return [turn.pk for turn in turns]


@transaction.atomic
def _delete(conversation: Conversation, turn_ids: list[UUID]) -> None:
    _forget_guest(conversation.pk, turn_ids)
    conversation.delete()


def _forget_guest(thread_id: UUID, turn_ids: list[UUID]) -> None:
    """Deletes what the guest told here, and the guest with the last conversation."""
    guest = Guest.objects.filter(conversations=thread_id).first()
    if guest:
        is_last = not guest.conversations.exclude(pk=thread_id).exists()
        guest_erasure.forget_thread(guest, turn_ids, is_last=is_last)


def _move(conversation: Conversation, turns: list[Turn]) -> None:
    empty = Conversation.objects.create(
        id=uuid4(),
        property_id=conversation.property_id,
        channel=conversation.channel,
        language=conversation.language,
        is_from_guest=conversation.is_from_guest,
        forgotten_at=timezone.now(),
    )
    for turn in turns:
        turn.nodes = [_only(node, "node", "duration_ms") for node in turn.nodes]
    Turn.objects.bulk_update(turns, ["nodes"])
    conversation.turns.update(
        conversation=empty,
        client_id=Func(function="gen_random_uuid", output_field=UUIDField()),
        owner="",
        reference="",
    )
    answers = list(conversation.messages.all())
    for answer in answers:
        _strip(answer, empty)
    Message.objects.bulk_update(answers, STRIPPED_FIELDS)
    Feedback.objects.filter(conversation=conversation).update(
        conversation=empty, comment=""
    )
    conversation.alerts.update(conversation=empty)


STRIPPED_FIELDS = [
    "conversation",
    "kind",
    "text",
    "sources",
    "citations",
    "cards",
    "requests",
    "followups",
    "help",
    "held",
    "decisions",
]


def _strip(answer: Message, empty: Conversation) -> None:
    """Keeps only the kind of an answer and the ids of the rows that it cited."""
    # Nobody can approve an answer that has lost its text.
    answer.kind = "answer" if answer.kind == "waiting" else answer.kind
    answer.conversation, answer.text, answer.held = empty, "", None
    answer.citations = [_only(citation, "item_id") for citation in answer.citations]
    answer.sources, answer.cards, answer.requests = [], [], []
    answer.followups, answer.help, answer.decisions = [], [], []


def _only(values: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: values[name] for name in names if name in values}


def _erase_exported(turns: list[str]) -> None:
    """Queues a task that deletes the traces in LangFuse and retries an outage."""
    from apps.conversations import tasks  # noqa: PLC0415 - its module asks others

    try:
        tasks.erase_traces.delay(turn_ids=turns)
    except OperationalError:
        log.warning("the task queue is away; LangFuse keeps %d traces", len(turns))
