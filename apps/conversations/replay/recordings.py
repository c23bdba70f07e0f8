"""The stored recordings of turns: written after the answer, and kept for some days."""

from __future__ import annotations

import json
import zlib
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.conf import settings
from django.db import transaction

from apps.conversations.models import Conversation, Turn, TurnRecording
from apps.guests.models import GuestFact

if TYPE_CHECKING:
    from apps.conversations.turns.memory_rows import StoredGuest

MOST_BYTES = 2_000_000
# Of what is unpacked, so that nothing that was stored elsewhere fills the memory.
MOST_BYTES_UNPACKED = 40_000_000
# Raised whenever recordings of before can be run no longer.
FORMAT = 1


class UnreadableRecording(Exception):  # noqa: N818 - it names the recording
    """It was written by a version whose recordings this one does not run."""


@transaction.atomic
def save(
    turn_id: UUID,
    thread_id: UUID,
    content: dict[str, Any],
    guest: StoredGuest | None = None,
) -> bool:
    """False where the guest has erased the thread meanwhile, or what he told.

    guest: with the facts that the turn could use. The lock waits for an erasure that
    runs, also for one of a single fact: it takes the plans of the guest's threads.
    """
    packed = _packed(content)
    threads = Conversation.objects.select_for_update().filter(pk=thread_id)
    turns = Turn.objects.filter(
        pk=turn_id, conversation=threads.first(), is_forgotten=False
    )
    if len(packed) > MOST_BYTES or not turns.exists():
        return False
    if guest and not _has_all_facts(guest, thread_id):
        return False
    TurnRecording.objects.update_or_create(
        turn_id=turn_id, defaults={"content": packed}
    )
    return True


@transaction.atomic
def complete(turn_id: UUID, thread_id: UUID, content: dict[str, Any]) -> bool:
    """Adds what followed the answer; False where the recording is gone, or too long.

    What the guest had forgotten meanwhile took the recording along.
    """
    packed = _packed(content)
    if len(packed) > MOST_BYTES:
        return False
    Conversation.objects.select_for_update().filter(pk=thread_id).first()
    rows = TurnRecording.objects.filter(turn=turn_id, turn__is_forgotten=False)
    return bool(rows.update(content=packed))


def _packed(content: dict[str, Any]) -> bytes:
    return zlib.compress(json.dumps(content).encode())


def _has_all_facts(guest: StoredGuest, thread_id: UUID) -> bool:
    """Whether all that was read of the guest is still stored, replaced or not."""
    rows = GuestFact.objects.filter(guest=guest.id, guest__conversations=thread_id)
    stored = list(rows.values_list("key", "value"))
    return all((fact["key"], fact["value"]) in stored for fact in guest.facts)


def load(recording: TurnRecording) -> dict[str, Any]:
    """Raises UnreadableRecording."""
    unpacker = zlib.decompressobj()
    text = unpacker.decompress(bytes(recording.content), MOST_BYTES_UNPACKED)
    if unpacker.unconsumed_tail:
        raise UnreadableRecording("It is too large.")
    content: dict[str, Any] = json.loads(text)
    if content.get("format") != FORMAT:
        raise UnreadableRecording("Another version of the program has recorded it.")
    return content


def forget_of_guest(guest_id: UUID) -> None:
    """Deletes the recordings of a guest's turns: they hold what he has told."""
    TurnRecording.objects.filter(turn__conversation__guest=guest_id).delete()


def on_facts_forgotten(sender: Any, guest_id: UUID, **kwargs: Any) -> None:
    """Receives `facts_forgotten`."""
    forget_of_guest(guest_id)


def forget_old(now: datetime) -> int:
    """Deletes what is older than the setting keeps it; returns how many there were."""
    period = timedelta(days=settings.TURN_RECORDING_DAYS)
    old = TurnRecording.objects.filter(created_at__lt=now - period)
    count, _ = old.delete()
    return count
