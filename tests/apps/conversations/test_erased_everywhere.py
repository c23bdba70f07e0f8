"""A word that a guest has left in every store is in none once staff erase it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
from celery import current_app
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from apps.conversations import single_question
from apps.conversations.models import (
    BookingLink,
    Conversation,
    EvaluationCase,
    Feedback,
    Message,
    ShareLink,
    Turn,
    TurnRecording,
)
from apps.conversations.turns.runner import TurnRunner
from apps.guests.models import ContactPoint, Guest, GuestFact
from apps.infrastructure import database_threads, redis
from apps.properties.models import Property
from apps.reservations.models import Request
from apps.sms.models import InboundText, OutboundText
from tests.admin_form import Form
from tests.apps.webchat.test_forgetting import GAP, WORD, holding, staff_work
from tests.fakes.loopback import Loopback, loopback

pytestmark = pytest.mark.usefixtures("without_key", "closed_connections")


@pytest.fixture
def langfuse(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Loopback]:
    # Not by setattr: Celery's settings cannot be deleted again.
    monkeypatch.setitem(current_app.conf, "task_always_eager", True)
    settings.LANGFUSE_PUBLIC_KEY = "pk-test"
    settings.LANGFUSE_SECRET_KEY = "sk-test"  # noqa: S105 - of nobody
    with loopback() as fake:
        settings.LANGFUSE_HOST = fake.url
        fake.answers["/api/public/traces"] = (200, {"message": "deleted"})
        yield fake


@contextmanager
def append_only_file() -> Iterator[Path]:
    """Has Redis keep the file that a site's Redis has; yields its folder."""
    client: Any = redis.blocking()
    # The guests of other tests say the same word.
    for stream in client.scan_iter(redis.key("turn", "*")):
        client.delete(stream)
    client.config_set("appendonly", "yes")
    wait_for_rewrite()
    try:
        settings = client.config_get("dir") | client.config_get("appenddirname")
        yield Path(settings["dir"]) / settings.get("appenddirname", "")
    finally:
        client.config_set("appendonly", "no")


def wait_for_rewrite() -> None:
    client: Any = redis.blocking()
    names = ("aof_rewrite_in_progress", "aof_rewrite_scheduled")
    ends_at = time.monotonic() + 30
    while any(client.info("persistence")[name] for name in names):
        assert time.monotonic() < ends_at, "Redis does not end writing"
        time.sleep(0.02)


def in_redis(folder: Path) -> set[str]:
    """Where the word stands: in keys of the databases, or in the file."""
    file_text = b"".join(path.read_bytes() for path in sorted(folder.glob("append*")))
    places = {"file"} if WORD.encode() in file_text else set()
    for client in (redis.blocking(), redis.broker()):
        for key in client.scan_iter():
            if WORD.encode() in key + (client.dump(key) or b""):
                places.add(key.decode())
    return places


def plant(thread: Conversation, turn_id: UUID, sam: Client) -> None:
    """The word in all that a guest, staff and doors leave behind."""
    place, now = thread.property, timezone.now()
    guest = Guest.objects.create(property=place)
    point = ContactPoint.objects.create(
        guest=guest, property=place, kind="email", value=f"{WORD}@example.com"
    )
    values = {"guest": guest, "turn_id": turn_id, "confidence": 0.9}
    GuestFact.objects.create(key="name", value=WORD, collected_at=now, **values)
    Conversation.objects.filter(pk=thread.pk).update(guest=guest, summary=WORD)
    Feedback.objects.create(conversation=thread, rating=1, comment=WORD)
    BookingLink.objects.create(conversation=thread, contact=WORD, expires_at=now)
    ShareLink.objects.create(
        conversation=thread, token_hash=WORD, created_at=now, expires_at=now
    )
    # Their real content is compressed, where nobody would find the word.
    TurnRecording.objects.create(turn_id=turn_id, content=WORD.encode())
    request = Request.objects.create(
        property=place,
        thread_id=thread.pk,
        kind="service",
        department="desk",
        wish={"text": WORD},
        offer={"words": WORD},
        reason=WORD,
        status="done",
        expires_at=now,
    )
    request.notes.create(text=WORD)
    request.steps.create(version=1, action="fulfil", actor="staff", note=WORD, at=now)
    numbers = {"from_number": "+18605550100", "to_number": "+18605550199"}
    owner = {"property": place, "conversation_id": thread.pk, "body": WORD, **numbers}
    InboundText.objects.create(
        event_id=str(uuid4()), contact=point, received_at=now, **owner
    )
    OutboundText.objects.create(kind="answer", segments=1, **owner)
    staff_work(sam, place)
    case = EvaluationCase.objects.get()
    form = Form(sam, f"/admin/conversations/evaluationcase/{case.pk}/change/")
    assert form.fill(says="helicopter").send().is_saved
    assert WORD in LogEntry.objects.get(object_id=case.pk).object_repr
    Turn.objects.filter(pk=turn_id).update(
        exported_at=now, nodes=[{"node": "router", "metadata": {"heard": WORD}}]
    )


async def test_it_is_in_no_store_any_more(
    resort: Property, turns: TurnRunner, sam: Client, langfuse: Loopback
) -> None:
    with append_only_file() as folder:
        thread = await database_threads.run(
            single_question.conversation_of, resort, None, "web"
        )
        answer = await single_question.ask(turns, thread, GAP)
        await database_threads.run(plant, thread, UUID(answer["turn"]), sam)
        planted_tables = await database_threads.run(holding, WORD)
        assert len(planted_tables) >= 18
        assert "public.conversations_turnrecording" in planted_tables
        await asyncio.to_thread(redis.blocking().set, f"concierge:{WORD}", 1, ex=60)
        await asyncio.to_thread(redis.blocking().delete, f"concierge:{WORD}")
        assert "file" in in_redis(folder)

        address = f"/admin/conversations/conversation/{thread.pk}/erase/"
        page = await database_threads.run(sam.get, address)
        assert "cannot be undone" in page.content.decode()
        assert await Message.objects.filter(text=GAP).aexists()
        after = await database_threads.run(sam.post, address, {"thread": ""})
        assert after.status_code == 302
        assert await asyncio.to_thread(redis.rewrite_log_after_erasure)
        wait_for_rewrite()
        assert in_redis(folder) == set()
        assert not await asyncio.to_thread(redis.rewrite_log_after_erasure)
    assert await database_threads.run(holding, WORD) == []
    assert await database_threads.run(holding, str(thread.pk)) == [
        "public.django_admin_log"  # who erased it; an id alone
    ]
    [sent] = langfuse.sent("/api/public/traces")
    assert sent == {"traceIds": [answer["turn"].replace("-", "")]}
