"""How long the staff's pages take over many rows and conversations.

Everything is made inside a transaction that is rolled back, so it may run on any
database; the pages are asked through Django's own client, without a network between.
"""

from __future__ import annotations

import time
import uuid
from http import HTTPStatus
from typing import Any

from django.contrib.auth import get_user_model
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.catalog.models import Restaurant
from apps.conversations.models import Conversation, Message, Turn
from apps.properties.models import Property
from benchmarks import figures

PAGES = {
    "restaurants": "/admin/catalog/restaurant/",
    "restaurants, page 20": "/admin/catalog/restaurant/?p=20",
    "restaurants, found": "/admin/catalog/restaurant/?q=Place+17",
    "restaurants, never cited": "/admin/catalog/restaurant/?due=never",
    "all rows": "/admin/catalog/item/",
    "conversations": "/admin/conversations/conversation/",
    "conversations, found": "/admin/conversations/conversation/?q=helicopter",
    "conversations, unanswered": "/admin/conversations/conversation/?need=unanswered",
    "gaps": "/admin/gaps/",
    "ops room": "/admin/ops/",
    "changes of rows": "/admin/staff/version/",
}
TURNS_A_TALK = 2
BATCH = 5000
TRIES = 5


def measure(rows: int, talks: int) -> dict[str, Any]:
    """Milliseconds and queries by page; leaves nothing behind."""
    with transaction.atomic():
        try:
            _fill(rows, talks)
            return {name: _timed(address) for name, address in PAGES.items()}
        finally:
            transaction.set_rollback(True)


def _timed(address: str) -> dict[str, Any]:
    """The first request of a page may fill what is kept for a minute."""
    client = Client(SERVER_NAME="localhost")
    client.force_login(get_user_model().objects.get(username="bench-desk"))
    client.get(address)
    took = []
    for _ in range(TRIES):
        began = time.perf_counter()
        with CaptureQueriesContext(connection) as asked:
            answer = client.get(address)
        took.append(time.perf_counter() - began)
        if answer.status_code != HTTPStatus.OK:
            raise RuntimeError(f"{address} answered {answer.status_code}")
    return {"queries": len(asked), "ms": figures.milliseconds(took)}


def _fill(rows: int, talks: int) -> None:
    get_user_model().objects.create_superuser("bench-desk")
    place = Property.objects.earliest("pk")
    today = timezone.localdate()
    made = [
        Restaurant.objects.create(
            property=place,
            name=f"Place {number}",
            slug=f"bench-place-{number}",
            cuisine="Any",
            price_band=1 + number % 4,
            status="live",
            source="benchmark",
            as_of=today,
        )
        for number in range(rows)
    ]
    _talk(place, talks, [row.pk for row in made])


def _talk(place: Property, talks: int, cited: list[int]) -> None:
    """Over thirty days; every third question is not in the records."""
    now = timezone.now()
    found = Conversation.objects.bulk_create(
        (Conversation(property=place, last_message_at=now) for _ in range(talks)), BATCH
    )
    turns = Turn.objects.bulk_create(
        (
            Turn(
                conversation=talk,
                client_id=uuid.uuid4(),
                status="done",
                route="property_qa",
                duration_ms=100,
                first_token_ms=20,
            )
            for talk in found
            for _ in range(TURNS_A_TALK)
        ),
        BATCH,
    )
    said = (
        message
        for number, turn in enumerate(turns)
        for message in _said(number, turn, cited)
    )
    Message.objects.bulk_create(said, BATCH)
    with connection.cursor() as cursor:
        for table in ("conversation", "turn", "message"):
            ages = "%s - random() * interval '30 days'"
            moved = f"update conversations_{table} set created_at = {ages}"  # noqa: S608
            cursor.execute(moved, [now])
            cursor.execute(f"analyze conversations_{table}")


def _said(number: int, turn: Turn, cited: list[int]) -> tuple[Message, Message]:
    is_known = bool(number % 3)
    source = [{"n": 1, "item_id": cited[number % len(cited)], "title": "Place"}]
    asked = (
        f"When does place {number % 97} open?" if is_known else "Is there a helicopter?"
    )
    return (
        Message(
            conversation_id=turn.conversation_id, turn=turn, role="guest", text=asked
        ),
        Message(
            conversation_id=turn.conversation_id,
            turn=turn,
            role="concierge",
            text="At five. [1]" if is_known else "That is not in the records.",
            kind="answer" if is_known else "notice",
            citations=source if is_known else [],
        ),
    )
