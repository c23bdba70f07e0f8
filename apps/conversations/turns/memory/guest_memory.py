"""What is remembered of a turn's guest, for the graph as plain data."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Q

from apps.concierge.guest_memory import GuestMemory, NoMemory, RememberedFact
from apps.conversations.turns.memory import forgetting
from apps.conversations.turns.memory_rows import StoredGuest
from apps.guests import (
    fact_changes,
    fact_kinds,
    fact_sources,
    fact_words,
    profile,
)
from apps.guests.extraction import FoundFact
from apps.guests.models import Guest, GuestFact
from apps.infrastructure import database_threads


def of_turn(
    guest: StoredGuest | None,
    thread: UUID,
    now: datetime,
    taken_back: Sequence[FoundFact] = (),
) -> GuestMemory:
    """Of a thread without a guest there is nothing to read, and nothing is read.

    taken_back: by the message of the turn, whose answer goes without it already.
    """
    if guest is None:
        return EmptyMemory(thread)
    return StoredGuestMemory(guest, thread, now, taken_back)


def as_facts(rows: Iterable[Mapping[str, Any]]) -> list[GuestFact]:
    """Live facts as a statement has read them, without those of kinds that are gone."""
    return [
        GuestFact(
            key=row["key"],
            value=row["value"],
            quote=row["quote"],
            confidence=1.0,
            collected_at=datetime.fromisoformat(row["collected_at"]),
        )
        for row in rows
        if row["key"] in fact_kinds.kinds()
    ]


class StoredGuestMemory:
    """The `GuestMemory` of a thread whose guest has told something of himself."""

    def __init__(
        self,
        guest: StoredGuest,
        thread: UUID,
        now: datetime,
        taken_back: Sequence[FoundFact] = (),
    ) -> None:
        self._guest, self._thread, self._now = guest, thread, now
        self._taken_back = taken_back

    @property
    def is_kept(self) -> bool:
        return self._guest.is_remembered

    def facts(self, language: str) -> Sequence[RememberedFact]:
        current_keys = self._current_keys()
        return [
            self._as_taken_back(row, language, is_current=row["key"] in current_keys)
            for row in self._guest.facts
        ]

    def _as_taken_back(
        self, row: Mapping[str, Any], language: str, *, is_current: bool
    ) -> RememberedFact:
        """What the message takes back is no longer current; it may yet be forgotten."""
        own = [fact.value for fact in self._taken_back if fact.key == row["key"]]
        left = row["value"]
        for value in own:
            left = (
                None if left is None else fact_changes.without(row["key"], left, value)
            )
        if left is None:
            return remembered(row, language, is_current=False)
        return remembered({**row, "value": left}, language, is_current=is_current)

    def _current_keys(self) -> Collection[str]:
        facts = as_facts(self._guest.facts)
        return profile.of_facts(facts, self._now).values.keys()

    async def forget(self, unwanted: Sequence[RememberedFact]) -> None:
        await database_threads.run(_forget, self._guest.id, unwanted)

    async def forget_everything(self) -> None:
        await database_threads.run(_forget_everything, self._guest.id, self._thread)


class EmptyMemory(NoMemory):
    """Of a thread whose guest has told nothing yet, as far as is stored."""

    def __init__(self, thread: UUID) -> None:
        self._thread = thread

    async def forget_everything(self) -> None:
        await database_threads.run(_forget_everything, None, self._thread)


def remembered(
    row: Mapping[str, Any], language: str, *, is_current: bool
) -> RememberedFact:
    """row: of a stored fact."""
    key, value = row["key"], row["value"]
    quotes = fact_sources.words(row["choice_quotes"])
    is_list = key in fact_kinds.kinds() and fact_kinds.kinds()[key].is_list
    return RememberedFact(
        key=key,
        value=value,
        words=fact_words.line(key, value, language),
        value_words=fact_words.value(key, value, language),
        names=fact_words.names(key, value, language),
        quote=fact_words.sentences(value, row["quote"], quotes),
        told_in=row["turn_id"],
        is_current=is_current,
        label=fact_words.label(key, language).split()[-1],
        parts=tuple(
            _part(row, choice, language) for choice in (value if is_list else ())
        ),
    )


def _part(row: Mapping[str, Any], choice: str, language: str) -> RememberedFact:
    """One choice of a list; without words of its own, it has those of the fact."""
    source = row["choice_quotes"].get(choice)
    return RememberedFact(
        key=row["key"],
        value=[choice],
        words=fact_words.line(row["key"], [choice], language),
        value_words=fact_words.value(row["key"], [choice], language),
        names=fact_words.choice_names(row["key"], choice, language),
        quote=source["words"] if source else row["quote"],
        told_in=source["turn_id"] if source else row["turn_id"],
        is_part=True,
    )


def _forget(guest_id: UUID, unwanted: Sequence[RememberedFact]) -> None:
    """What was told before of the same is deleted as well."""
    guest = Guest.objects.filter(pk=guest_id).first()
    if guest is None:
        return
    profile.forget(guest, *(fact.key for fact in unwanted if not fact.is_part))
    for fact in unwanted:
        if fact.is_part:
            profile.forget_choices(guest, fact.key, fact.value)


def _forget_everything(guest_id: UUID | None, thread: UUID) -> None:
    """The guest of a thread may exist since the thread was read."""
    own = Q(pk=guest_id) | Q(conversations=thread)
    guest = Guest.objects.filter(own).first()
    forgetting.everything(guest, thread, with_waiting=False)
