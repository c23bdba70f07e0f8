"""Messages of the concierge that no question of the guest came before."""

from __future__ import annotations

from datetime import datetime
from uuid import uuid4

from asgiref.sync import async_to_sync
from django.db import transaction
from django.dispatch import Signal
from langchain_core.messages import AIMessage
from langchain_core.runnables import RunnableConfig

from apps.concierge.bookings import MARK, Expected
from apps.concierge.thread_memory import ThreadMemory
from apps.concierge.walk import STEP, graph
from apps.conversations.models import Conversation, Message, Turn
from apps.conversations.turns import memory_rows, store
from apps.conversations.turns.active_turn import Answer

# Sent with `message_id` in the transaction that stores the message, for doors whose
# guests do not look at a page.
message_written = Signal()
# Sent with `turn_id` and `thread_id` once that is over, for open pages.
message_stored = Signal()
ROUTE = "bookings"


def write(
    thread: Conversation, answer: Answer, expects: Expected, now: datetime
) -> None:
    """Stores the message, and what the thread remembers of it; in a transaction.

    expects: see `BookingReply.expects`. Raises IntegrityError while a turn runs.
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
    mark = {MARK: dict(expects)}
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
