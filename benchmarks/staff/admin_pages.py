"""Times the pages of staff over many rows and conversations.

The pages are asked for through Django's test client, without a network between.
"""

from __future__ import annotations

import time
import uuid
from http import HTTPStatus
from typing import Any

from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.catalog.models import Restaurant
from apps.conversations.models import Conversation, Message, Turn
from apps.properties.models import Property
from benchmarks import figures
from benchmarks.scratch_database import load_demo, scratch_database

RESTAURANTS = "/admin/catalog/restaurant/"
CONVERSATIONS = "/admin/conversations/conversation/"
PAGES = {
    "restaurants": RESTAURANTS,
    "restaurants, page 20": f"{RESTAURANTS}?p=20",
    "restaurants, search": f"{RESTAURANTS}?q=Place+17",
    "restaurants, not cited": f"{RESTAURANTS}?attention=uncited",
    "all rows": "/admin/catalog/item/",
    "conversations": CONVERSATIONS,
    "conversations, search": f"{CONVERSATIONS}?q=helicopter",
    "conversations, unanswered": f"{CONVERSATIONS}?attention=unanswered",
    "gaps": "/admin/gaps/",
    "dashboard": "/admin/ops/",
    "changes of rows": "/admin/staff/version/",
}
USERNAME = "benchmark"
TURNS_A_CONVERSATION = 2
# Every question but each third has its answer in the records.
UNANSWERED_EVERY = 3
BATCH = 5000
REQUESTS = 5


def measure(row_count: int, conversation_count: int) -> dict[str, Any]:
    """Milliseconds and queries of each page, in a scratch database."""
    with scratch_database():
        load_demo()
        get_user_model().objects.create_superuser(USERNAME)
        place = Property.objects.earliest("pk")
        item_ids = _create_restaurants(place, row_count)
        _create_conversations(place, conversation_count, item_ids)
        return {name: _time_page(path) for name, path in PAGES.items()}


def _time_page(path: str) -> dict[str, Any]:
    client = Client(SERVER_NAME="localhost")
    client.force_login(get_user_model().objects.get(username=USERNAME))
    client.get(path)  # fills what the page caches for a minute
    durations = []
    for _ in range(REQUESTS):
        started_at = time.perf_counter()
        with CaptureQueriesContext(connection) as queries:
            response = client.get(path)
        durations.append(time.perf_counter() - started_at)
        if response.status_code != HTTPStatus.OK:
            raise RuntimeError(f"{path} answered {response.status_code}")
    return {"queries": len(queries), "ms": figures.milliseconds(durations)}


def _create_restaurants(place: Property, count: int) -> list[int]:
    """Saves them one by one, as staff does; returns their ids."""
    today = timezone.localdate()
    return [
        Restaurant.objects.create(
            property=place,
            name=f"Place {number}",
            slug=f"bench-place-{number}",
            cuisine="Any",
            price_band=1 + number % 4,
            status="live",
            source="benchmark",
            as_of=today,
        ).pk
        for number in range(count)
    ]


def _create_conversations(place: Property, count: int, item_ids: list[int]) -> None:
    """Creates conversations, turns and messages of the last thirty days."""
    now = timezone.now()
    conversations = Conversation.objects.bulk_create(
        (Conversation(property=place, last_message_at=now) for _ in range(count)), BATCH
    )
    turns = Turn.objects.bulk_create(
        (
            Turn(
                conversation=conversation,
                client_id=uuid.uuid4(),
                status="done",
                route="property_qa",
                duration_ms=100,
                first_token_ms=20,
            )
            for conversation in conversations
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
