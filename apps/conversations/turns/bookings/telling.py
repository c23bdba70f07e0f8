"""Tells guests what staff have decided: one message of the concierge for each step.

The message, what the thread remembers of it, a text message where the guest writes
texts, and the note that the step is told are stored in one transaction. A process that
dies before its end leaves a step that is still to be told; a step is never told twice.
"""

from __future__ import annotations

import logging
from datetime import datetime
from uuid import UUID, uuid4

from asgiref.sync import async_to_sync
from django.db import IntegrityError, transaction
from django.dispatch import Signal
from langchain_core.messages import AIMessage
from langchain_core.runnables import RunnableConfig

from apps.concierge import replies
from apps.concierge.bookings import MARK
from apps.concierge.thread_memory import ThreadMemory
from apps.concierge.walk import STEP, graph
from apps.conversations.models import Conversation, Message, Turn
from apps.conversations.turns import memory_rows, store
from apps.conversations.turns.active_turn import Answer
from apps.conversations.turns.bookings import cards, proposals
from apps.reservations import requests
from apps.reservations.models import Request, RequestStep
from apps.reservations.request_status import Action, Status

log = logging.getLogger(__name__)
# Sent with `message_id` in the transaction that stores the message, for doors whose
# guests do not look at a page.
message_written = Signal()
# Sent with `turn_id` and `thread_id` once that is over, for open pages.
message_stored = Signal()
MOST_AT_ONCE = 100
ROUTE = "bookings"


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
    turn = Turn.objects.create(
        conversation=thread,
        client_id=uuid4(),
        status=Turn.Status.RUNNING,
        attempt=1,
        started_at=now,
        owner=store.OWNER,
    )
    answer = Answer(
        words(request, Action(step.action), thread.language),
        kind="notice",
        requests=(cards.of(request, thread.language),),
    )
    memory = _remembered(turn, answer, request)
    status, language = Turn.Status.DONE, thread.language
    store.finish(turn.pk, 1, status, answer, language, memory, route=ROUTE)
    Conversation.objects.filter(pk=thread.pk).update(last_message_at=now)
    _notify(turn)
    return True


def words(request: Request, action: Action, language: str) -> str:
    """What the guest is told of a decision."""
    return replies.say(
        f"request_told_{_told_as(action)}",
        language,
        title=cards.title(request, language),
        reason=request.reason,
        offer=cards.offer_words(request, language),
        phone=request.property.phone,
    )


def _told_as(action: Action) -> Action:
    """A rule of the property that lets it through approves it as well."""
    return Action.APPROVE if action == Action.LET_THROUGH else action


def _remembered(turn: Turn, answer: Answer, request: Request) -> ThreadMemory:
    """The thread with the message: a yes that follows is the answer to an offer."""
    thread_id: UUID = turn.conversation_id
    memory = memory_rows.load(thread_id).memory
    is_offer = request.status == Status.CHANGED
    mark = {MARK: proposals.expects(request, "offer")} if is_offer else {MARK: {}}
    message = AIMessage(answer.text, id=f"{turn.pk}-answer", additional_kwargs=mark)
    config: RunnableConfig = {"configurable": {"thread_id": str(thread_id)}}
    changes = {"messages": [message]}
    async_to_sync(graph(memory).aupdate_state)(config, changes, as_node=STEP)
    return memory


def _notify(turn: Turn) -> None:
    message = Message.objects.get(turn=turn)
    message_written.send(Message, message_id=message.pk)
    thread_id, turn_id = str(turn.conversation_id), str(turn.pk)
    transaction.on_commit(
        lambda: message_stored.send(Turn, thread_id=thread_id, turn_id=turn_id)
    )
