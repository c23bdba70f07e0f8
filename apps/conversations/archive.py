"""All that is stored of a guest or a thread, as one archive: a zip of JSON files.

Copies of the same words that staff work with (gaps, evaluation cases) and what staff
note among themselves are left out.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from io import BytesIO
from typing import Any
from uuid import UUID
from zipfile import ZIP_DEFLATED, ZipFile

from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import QuerySet
from django.dispatch import Signal
from django.utils import timezone
from langchain_core.messages import AnyMessage

from apps.concierge import checkpoints
from apps.conversations.models import Conversation, Turn
from apps.conversations.turns.bookings.identity import access
from apps.guests import export as guest_export
from apps.guests.models import Guest
from apps.infrastructure import database_threads
from apps.privacy import redaction
from apps.reservations import export as booking_export

Files = dict[str, Any]
CONVERSATION = (
    "id",
    "channel",
    "language",
    "sentiment",
    "summary",
    "whisper_plan",
    "created_at",
    "last_message_at",
)
MESSAGE = (
    "role",
    "kind",
    "text",
    "language",
    "sources",
    "citations",
    "cards",
    "requests",
    "followups",
    "help",
    "created_at",
)
TURN = (
    "id",
    "status",
    "route",
    "guardrail",
    "specialist",
    "provider",
    "model",
    "nodes",
    "reference",
    "created_at",
    "ended_at",
)
FEEDBACK = ("rating", "reason", "comment", "created_at", "updated_at")
LINK = ("contact", "created_at", "expires_at", "sent_at", "used_at")
SHARE = ("created_at", "expires_at", "revoked_at")
# Sent with `thread_id`; receivers return rows, by the name of what they are, of apps
# that keep something of a thread.
collecting = Signal()


async def of_guest(guest: Guest) -> bytes:
    """The archive of a guest with all of the guest's threads."""
    threads = Conversation.objects.filter(guest=guest).order_by("created_at")
    ids = await database_threads.run(list, threads.values_list("pk", flat=True))
    return await of_threads(ids, await database_threads.run(files_of, guest))


def files_of(guest: Guest) -> Files:
    """All that a guest has told, agreed to and booked."""
    return {
        "guest.json": guest_export.export(guest),
        "bookings.json": booking_export.bookings_of(guest),
    }


def files_in_thread(guest: Guest | None, thread_id: UUID) -> Files:
    """What one thread may tell of its guest, and the bookings proved in it."""
    booking_ids = access.booking_ids(thread_id, timezone.now())
    if guest is None and not booking_ids:
        return {}
    files: Files = {"bookings.json": booking_export.bookings_among(booking_ids)}
    if guest:
        turns = Turn.objects.filter(conversation=thread_id).values_list("pk", flat=True)
        files["guest.json"] = guest_export.of_thread(guest, thread_id, {*turns})
    return files


async def of_threads(threads: Iterable[UUID], of_their_guest: Files) -> bytes:
    """The archive of these threads, and of what is handed out of their guest."""
    files: Files = {}
    for thread_id in threads:
        stored = await database_threads.run(_thread, thread_id)
        stored["remembered"] = _plain(await checkpoints.values(str(thread_id)))
        files[f"conversations/{thread_id}.json"] = stored
    return _zipped(files | of_their_guest)


def _thread(thread_id: UUID) -> Files:
    thread = Conversation.objects.get(pk=thread_id)
    stored = {
        "conversation": Conversation.objects.values(*CONVERSATION).get(pk=thread_id),
        "property": thread.property.name,
        "messages": _rows(thread.messages.all(), MESSAGE),
        "turns": _rows(thread.turns.all(), TURN),
        "feedback": _rows(thread.feedback.all(), FEEDBACK),
        "alerts": _rows(thread.alerts.all(), ("kind", "created_at")),
        "booking_links": _rows(thread.booking_links.all(), LINK),
        "shared_pages": _rows(thread.share_links.all(), SHARE),
        "requests": booking_export.requests_of(thread_id),
    }
    answers: list[Any] = collecting.send(Conversation, thread_id=thread_id)
    for _, rows in answers:
        stored |= rows
    return stored


def _rows(rows: QuerySet[Any], fields: tuple[str, ...]) -> list[dict[str, Any]]:
    return list(rows.values(*fields))


def _plain(values: dict[str, Any]) -> dict[str, Any]:
    """What the graph remembers of a thread, its messages as their words."""
    messages: list[AnyMessage] = values.get("messages", [])
    spoken = [{"type": message.type, "text": message.text} for message in messages]
    return {**values, "messages": spoken}


def _zipped(files: Files) -> bytes:
    buffer = BytesIO()
    with ZipFile(buffer, "w", ZIP_DEFLATED) as archive:
        for name, content in files.items():
            text = json.dumps(
                _without_cards(content),
                cls=DjangoJSONEncoder,
                indent=1,
                ensure_ascii=False,
            )
            archive.writestr(name, text)
    return buffer.getvalue()


def _without_cards(content: Any) -> Any:
    """A file that is sent on, or left lying, must not tell the number of a card."""
    if isinstance(content, str):
        return redaction.hide_cards(content)
    if isinstance(content, Mapping):
        return {key: _without_cards(each) for key, each in content.items()}
    if isinstance(content, list | tuple):
        return [_without_cards(each) for each in content]
    return content
