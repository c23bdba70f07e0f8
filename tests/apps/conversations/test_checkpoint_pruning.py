"""A thread that rests keeps what it needs to go on, and no more."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
from asgiref.sync import async_to_sync
from django.db import connection
from django.utils import timezone

from apps.conversations import single_question, tasks
from apps.conversations.models import Conversation, Message
from apps.conversations.turns.runner import TurnRunner
from apps.infrastructure import loop_clients
from apps.properties.models import Property
from tests import factories


@pytest.fixture
def talk(transactional_db: None) -> Conversation:
    place: Property = factories.PropertyFactory.create()
    factories.FaqEntryFactory.create(property=place)
    return Conversation.objects.create(id=uuid4(), property=place)


def test_it_keeps_the_latest_checkpoint(talk: Conversation) -> None:
    ask(talk, 3)
    assert checkpoints(talk) == 3
    assert tasks.prune.run() == 0  # somebody is still talking
    end_long_ago(talk)
    assert tasks.prune.run() == 1
    assert checkpoints(talk) == 1
    ask(talk, 1)
    assert Message.objects.filter(conversation=talk).count() == 8


def ask(talk: Conversation, times: int) -> None:
    async def take() -> None:
        for _ in range(times):
            await single_question.ask(TurnRunner(), talk, "Is parking free?")
        await loop_clients.close()

    async_to_sync(take)()


def end_long_ago(talk: Conversation) -> None:
    an_hour_ago = timezone.now() - timedelta(hours=1)
    Conversation.objects.filter(pk=talk.pk).update(last_message_at=an_hour_ago)


def checkpoints(talk: Conversation) -> int:
    with connection.cursor() as cursor:
        cursor.execute(
            "select count(*) from langgraph.checkpoints where thread_id = %s",
            [str(talk.pk)],
        )
        return int(cursor.fetchone()[0])
