"""Messages of the concierge that no question of the guest came before.

Each decision of staff is told once. The message, what the thread remembers of it, a
text message where the guest writes texts, and the note that the step is told are stored
in one transaction. A process that dies before its end leaves a step that is still to be
told; a step is never told twice.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any
from uuid import uuid4

from asgiref.sync import async_to_sync
from django.db import IntegrityError, transaction
from django.dispatch import Signal
from langchain_core.messages import AIMessage
from langchain_core.runnables import RunnableConfig

from apps.concierge import bookings, replies
from apps.concierge.bookings import MARK, Expected
from apps.concierge.thread_memory import ThreadMemory
from apps.concierge.walk import STEP, graph
from apps.conversations.models import Conversation, Message, Turn
from apps.conversations.turns import memory_rows, store
from apps.conversations.turns.active_turn import Answer
from apps.conversations.turns.bookings.requests import (
    proposals,
    request_cards,
    request_statuses,
)
from apps.conversations.turns.bookings.words import sentences
from apps.infrastructure.workers import task_queue
from apps.reservations import requests
from apps.reservations.models import Request, RequestStep
from apps.reservations.request_status import Action, Status

log = logging.getLogger(__name__)
TASK = "conversations.tell_decisions"
MOST_AT_ONCE = 100
# Sent with `message_id` in the transaction that stores the message, for doors whose
# guests do not look at a page.
message_written = Signal()
# Sent with `turn_id` and `thread_id` once that is over, for open pages.
message_stored = Signal()
ROUTE = "bookings"
# Kinds of questions that a yes or no answers.
ASKED_FOR_A_WORD = frozenset({"confirmation", "offer"})


def tell_soon(*, is_to_tell: bool, **_: Any) -> None:
    """Has a decision told at once; a receiver of `request_moved`."""
    if is_to_tell:
        task_queue.send(TASK)


def tell_all(now: datetime) -> int:
    """Tells what is still to be told; how many steps that were."""
    steps = list(requests.steps_to_tell().select_related("request")[:MOST_AT_ONCE])
    return sum(_tell(step, now) for step in steps)


def _tell(step: RequestStep, now: datetime) -> bool:
    """False where another process tells it, or a turn of the thread runs: later."""
    try:
        with transaction.atomic():
            return requests.claim_telling(step, now) and _store(step, now)
    except IntegrityError:
        # A thread answers one question at a time, and this waits for its end.
        log.info("request %s is told after the turn that runs", step.request_id)
        return False
    except Exception:
        # The others are told all the same.
        log.exception("request %s could not be told", step.request_id)
        return False


def _store(step: RequestStep, now: datetime) -> bool:
    """Nothing to store, where the guest has erased the conversation."""
    rows = Conversation.objects.select_for_update(of=("self",))
    thread = rows.filter(pk=step.request.thread_id).first()
    if thread is None:
        return True
    request = Request.objects.select_related("reservation__property", "property").get(
        pk=step.request_id
    )
    answer = Answer(
        _words(request, Action(step.action), thread.language),
        kind="notice",
        requests=(request_cards.of(request, thread.language),),
    )
    is_offer = request.status == Status.CHANGED
    expects = proposals.expects(request, "offer") if is_offer else {}
    write(thread, answer, expects, now)
    return True


def _words(request: Request, action: Action, language: str) -> str:
    """What the guest is told of a decision."""
    return replies.say(
        f"request_told_{_told_as(action)}",
        language,
        title=request_cards.title(request, language),
        reason=sentences.ended(request.reason, language),
        offer=request_cards.offer_words(request, language),
        phone=request.property.phone,
    )


def _told_as(action: Action) -> Action:
    """A rule of the property that lets it through approves it as well."""
    return Action.APPROVE if action == Action.LET_THROUGH else action


def write(
    thread: Conversation, answer: Answer, expects: Expected, now: datetime
) -> None:
    """Stores the message, and what the thread remembers of it; in a transaction.

    expects: see `BookingReply.expects`; empty where it asks for nothing, so that a yes
    or no is about what was asked before. Raises IntegrityError while a turn runs.
    """
    turn = Turn.objects.create(
        conversation=thread,
        client_id=uuid4(),
        status=Turn.Status.RUNNING,
        attempt=1,
        started_at=now,
        owner=store.OWNER,
    )
    memory = _remembered(turn, answer, expects)
    status, language = Turn.Status.DONE, thread.language
    store.finish(turn.pk, 1, status, answer, language, memory, route=ROUTE)
    Conversation.objects.filter(pk=thread.pk).update(last_message_at=now)
    _notify(turn)


def _remembered(turn: Turn, answer: Answer, expects: Expected) -> ThreadMemory:
    """The thread with the message: what follows may be the answer to it."""
    thread_id = turn.conversation_id
    memory = memory_rows.load(thread_id).memory
    pending = bookings.expected(memory.messages)
    expected = expects or interrupted(pending, answer.requests)
    mark = {MARK: dict(expected or _declined(answer.requests))}
    message = AIMessage(answer.text, id=f"{turn.pk}-answer", additional_kwargs=mark)
    config: RunnableConfig = {"configurable": {"thread_id": str(thread_id)}}
    changes = {"messages": [message]}
    async_to_sync(graph(memory).aupdate_state)(config, changes, as_node=STEP)
    return memory


def interrupted(pending: Expected, cards: Iterable[Mapping[str, Any]]) -> Expected:
    """What a yes or no is about, after a message came between it and its question.

    pending: of the answer before the message. cards: of the message; what was asked
    about one of its requests is settled.
    """
    request_id = pending.get("interrupted", "")
    if pending.get("for") in ASKED_FOR_A_WORD:
        request_id = pending["request"]
    is_settled = request_id in {card["id"] for card in cards}
    return {"interrupted": request_id} if request_id and not is_settled else {}


def _declined(cards: Iterable[Mapping[str, Any]]) -> Expected:
    """What "why?" is about, where staff have declined it."""
    ids = [own["id"] for own in cards if own["status"] == Status.DECLINED]
    return {request_statuses.TOLD: ids[0]} if ids else {}


def _notify(turn: Turn) -> None:
    message = Message.objects.get(turn=turn)
    message_written.send(Message, message_id=message.pk)
    thread_id, turn_id = str(turn.conversation_id), str(turn.pk)
    transaction.on_commit(
        lambda: message_stored.send(Turn, thread_id=thread_id, turn_id=turn_id)
    )
