"""What is remembered of a turn's guest, for the graph as plain data."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from uuid import UUID

from apps.concierge.answer import known_guest
from apps.concierge.context import GuestMemory, NoMemory, RememberedFact
from apps.conversations.turns.memory_rows import StoredGuest
from apps.guests import fact_kinds, fact_words, profile
from apps.guests.models import Guest, GuestFact
from apps.infrastructure import database_threads
from apps.knowledge.question import wish_words
from apps.language import word_forms


def of_turn(guest: StoredGuest | None, now: datetime) -> GuestMemory:
    """Of a thread without a guest there is nothing to read, and nothing is read."""
    return StoredGuestMemory(guest, now) if guest else NoMemory()


def diets(memory: GuestMemory) -> frozenset[str]:
    """Stems of the words by which records say that a place serves what he eats."""
    chosen = [
        fact.value
        for fact in memory.facts(fact_kinds.ENGLISH)
        if fact.key == known_guest.DIET_KEY and fact.is_current
    ]
    choices = fact_kinds.kinds()[known_guest.DIET_KEY].choices
    names = (choices[each].name(fact_kinds.ENGLISH) for own in chosen for each in own)
    words = frozenset(stem for name in names for stem in word_forms.stems(name))
    return words & wish_words.DIET_STEMS


class StoredGuestMemory:
    """The `GuestMemory` of a thread whose guest has told something of himself."""

    def __init__(self, guest: StoredGuest, now: datetime) -> None:
        self._guest, self._now = guest, now

    @property
    def is_kept(self) -> bool:
        return self._guest.is_remembered

    def facts(self, language: str) -> Sequence[RememberedFact]:
        current_keys = self._current_keys()
        return [
            RememberedFact(
                key=row["key"],
                value=row["value"],
                words=fact_words.line(row["key"], row["value"], language),
                value_words=fact_words.value(row["key"], row["value"], language),
                names=fact_words.names(row["key"], row["value"], language),
                quote=row["quote"],
                told_in=row["turn_id"],
                is_current=row["key"] in current_keys,
            )
            for row in self._guest.facts
        ]

    def _current_keys(self) -> Collection[str]:
        facts = [
            GuestFact(
                key=row["key"],
                value=row["value"],
                quote=row["quote"],
                confidence=1.0,
                collected_at=datetime.fromisoformat(row["collected_at"]),
            )
            for row in self._guest.facts
            if row["key"] in fact_kinds.kinds()
        ]
        return profile.of_facts(facts, self._now).values.keys()

    async def forget(self, keys: Sequence[str]) -> None:
        await database_threads.run(_forget, self._guest.id, keys)


def _forget(guest_id: UUID, keys: Sequence[str]) -> None:
    """What was told before of the same is deleted as well."""
    guest = Guest.objects.filter(pk=guest_id).first()
    if guest:
        profile.forget(guest, *keys)
