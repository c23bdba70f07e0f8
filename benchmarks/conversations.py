"""Conversations with questions and answers, as many as a measurement needs."""

from __future__ import annotations

import uuid

from django.db import connection
from django.utils import timezone

from apps.conversations.models import Conversation, Message, Turn
from apps.properties.models import Property

TURNS_A_CONVERSATION = 2
MESSAGES_A_CONVERSATION = 2 * TURNS_A_CONVERSATION
# Every question but each third has its answer in the records.
UNANSWERED_EVERY = 3
BATCH = 5000


def create(place: Property, count: int, item_ids: list[int]) -> None:
    """So many conversations of the last thirty days, each with four messages."""
    now = timezone.now()
    threads = Conversation.objects.bulk_create(
        (Conversation(property=place, last_message_at=now) for _ in range(count)), BATCH
    )
    turns = Turn.objects.bulk_create(
        (
            Turn(
                conversation=thread,
                client_id=uuid.uuid4(),
                status="done",
                route="property_qa",
                duration_ms=100,
                first_token_ms=20,
            )
            for thread in threads
            for _ in range(TURNS_A_CONVERSATION)
        ),
        BATCH,
    )
    messages = (
        message
        for number, turn in enumerate(turns)
        for message in _messages(number, turn, item_ids)
    )
    Message.objects.bulk_create(messages, BATCH)
    with connection.cursor() as cursor:
        for table in ("conversation", "turn", "message"):
            created_at = "%s - random() * interval '30 days'"
            cursor.execute(
                f"update conversations_{table} set created_at = {created_at}",  # noqa: S608
                [now],
            )
            cursor.execute(f"analyze conversations_{table}")


def _messages(number: int, turn: Turn, item_ids: list[int]) -> tuple[Message, Message]:
    """The question and the answer of one turn."""
    if number % UNANSWERED_EVERY:
        question, answer = f"When does place {number % 97} open?", "At five. [1]"
        item_id = item_ids[number % len(item_ids)]
        citations = [{"n": 1, "item_id": item_id, "title": "Place"}]
    else:
        question, answer = "Is there a helicopter?", "That is not in the records."
        citations = []
    return (
        Message(
            conversation_id=turn.conversation_id, turn=turn, role="guest", text=question
        ),
        Message(
            conversation_id=turn.conversation_id,
            turn=turn,
            role="concierge",
            text=answer,
            kind="answer" if citations else "notice",
            citations=citations,
        ),
    )
