"""What is remembered of a turn's guest, for the graph as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from apps.concierge.context import GuestMemory, NoMemory, RememberedFact
from apps.conversations.turns.memory_rows import StoredGuest
from apps.guests import fact_words, profile
from apps.guests.models import Guest
from apps.infrastructure import database_threads


def of_turn(guest: StoredGuest | None) -> GuestMemory:
    """Of a thread without a guest there is nothing to read, and nothing is read."""
    return StoredGuestMemory(guest) if guest else NoMemory()


class StoredGuestMemory:
    """The `GuestMemory` of a thread whose guest has told something of himself."""

    def __init__(self, guest: StoredGuest) -> None:
        self._guest = guest

    @property
    def is_kept(self) -> bool:
        return self._guest.is_remembered

    def facts(self, language: str) -> Sequence[RememberedFact]:
        return [
            RememberedFact(
                key=row["key"],
                value=row["value"],
                words=fact_words.line(row["key"], row["value"], language),
                names=fact_words.names(row["key"], row["value"], language),
                quote=row["quote"],
                told_in=row["turn_id"],
            )
            for row in self._guest.facts
        ]

    async def forget(self, keys: Sequence[str]) -> None:
        await database_threads.run(_forget, self._guest.id, keys)


def _forget(guest_id: UUID, keys: Sequence[str]) -> None:
    """What was told before of the same is deleted as well."""
    guest = Guest.objects.filter(pk=guest_id).first()
    if guest:
        profile.forget(guest, *keys)
