"""Erases what guests said, wherever it is; what counts stays, without words.

Turns, ratings and alerts of a forgotten thread move to an empty conversation whose id
nobody knows: the day's sums, its cap and the list of guests in need go on counting.
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
)
from apps.conversations.stream import redis_stream
from apps.conversations.turns import spending, store
from apps.infrastructure import database_threads
from apps.llm.meter import Meter

log = logging.getLogger(__name__)
# Sent in the transaction that erases a thread, with `property_id` and `questions`: for
# whoever keeps copies of guests' words.
forgotten = Signal()


async def forget(conversation: Conversation) -> None:
    """Erases a guest's thread: words, what the graph remembers and what streams."""
    turns = await database_threads.run(_empty, conversation)
    await erase_traces(conversation.pk, turns)


async def discard(conversation: Conversation) -> None:
    """Erases a trial of staff with everything that came of it."""
    rows = conversation.turns.values_list("pk", flat=True)
    await erase_traces(conversation.pk, await database_threads.run(list, rows))
    await database_threads.run(conversation.delete)


async def erase_traces(thread: UUID, turns: list[UUID]) -> None:
    """Erases what lies outside the rows of a thread."""
    await redis_stream.erase([str(pk) for pk in turns])
    await checkpoints.forget(str(thread))


async def is_forgotten(thread: UUID, turn_id: UUID) -> bool:
    """Whether the guest had this turn's thread erased while it was answered."""
    rows = Turn.objects.filter(pk=turn_id).exclude(conversation=thread)
    return await database_threads.run(rows.exists)


async def erase_late_answer(thread_id: UUID, turn_id: UUID, used: Meter | None) -> None:
    """Erases the traces of an answer whose thread was erased meanwhile.

    Its cost still counts.
    """
    await erase_traces(thread_id, [turn_id])
    if used:
        await database_threads.run(
            spending.charge, Turn(pk=turn_id), used, timezone.now()
        )


@transaction.atomic
def _empty(conversation: Conversation) -> list[UUID]:
    """Moves what counts and deletes the rest; the ids of the turns."""
    # A question that comes in this moment waits, and begins a new thread.
    Conversation.objects.select_for_update().filter(pk=conversation.pk).first()
    store.abandon(conversation.pk)
    turns = list(conversation.turns.all())
    said = conversation.messages.filter(role=Message.Role.GUEST)
    questions = list(said.values_list("text", flat=True))
    forgotten.send(
        Conversation, property_id=conversation.property_id, questions=questions
    )
    said.delete()
    Review.objects.filter(turn__in=turns).delete()
    EvaluationCase.objects.filter(turn__in=turns).delete()
    exported = [str(turn.pk) for turn in turns if turn.exported_at]
    _move(conversation, turns)
    Conversation.objects.filter(pk=conversation.pk).delete()
    if exported and langfuse_export.is_on():
        transaction.on_commit(lambda: _erase_exported(exported))
    return [turn.pk for turn in turns]


def _move(conversation: Conversation, turns: list[Turn]) -> None:
    empty = Conversation.objects.create(
        id=uuid4(),
        property_id=conversation.property_id,
        channel=conversation.channel,
        language=conversation.language,
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
        _silence(answer, empty)
    Message.objects.bulk_update(answers, SILENCED)
    Feedback.objects.filter(conversation=conversation).update(
        conversation=empty, comment=""
    )
    conversation.alerts.update(conversation=empty)


SILENCED = [
    "conversation",
    "kind",
    "text",
    "sources",
    "citations",
    "cards",
    "followups",
    "help",
    "held",
]


def _silence(answer: Message, empty: Conversation) -> None:
    """Leaves of an answer what is counted: its kind, and which rows it cited."""
    # What waits for staff is no answer that anybody could approve any more.
    answer.kind = "answer" if answer.kind == "waiting" else answer.kind
    answer.conversation, answer.text, answer.held = empty, "", None
    answer.citations = [_only(one, "item_id") for one in answer.citations]
    answer.sources, answer.cards, answer.followups, answer.help = [], [], [], []


def _only(values: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: values[name] for name in names if name in values}


def _erase_exported(turns: list[str]) -> None:
    """A worker has LangFuse delete its traces, and tries again while it is away."""
    from apps.conversations import tasks  # noqa: PLC0415 - its module asks others

    try:
        tasks.erase_traces.delay(turn_ids=turns)
    except OperationalError:
        log.warning("the task queue is away; LangFuse keeps %d traces", len(turns))
