"""What is remembered of a turn's guest, for the graph as plain data."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Q

from apps.concierge import replies
from apps.concierge.guest_memory import (
    Doubt,
    GuestMemory,
    NoMemory,
    RememberedFact,
    Telling,
)
from apps.conversations.turns.memory import forgetting, message_needs
from apps.conversations.turns.memory_rows import StoredGuest
from apps.guests import (
    evidence_words,
    fact_changes,
    fact_kinds,
    fact_sources,
    fact_words,
    profile,
)
from apps.guests.extraction import Contradiction, FoundFact, Reading
from apps.guests.extraction.telling import of_loss, of_mourning
from apps.guests.models import Guest, GuestFact
from apps.infrastructure import database_threads

# Facts of which nobody tells in an emergency, and choices of the same kind.
PLANS = frozenset({"visit_dates", "budget", "cuisines", "interests", "tier"})
TASTES = {
    "dietary_needs": frozenset(
        {"vegetarian", "vegan", "pescatarian", "halal", "kosher"}
    )
}
PARTY_SIZE = "party_size"


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


def telling(reading: Reading, text: str, language: str) -> Telling:
    """What the graph has to know of a message that was read."""
    doubts = [_doubt(each, language) for each in reading.contradictions]
    words_besides = _words_besides(reading, text) if reading.asks_nothing else 0
    is_of_stay = any(map(_is_of_stay, reading.facts))
    doubt = next(iter(doubts), None)
    needs = message_needs.read(reading, text, language)
    spoken = language if language in replies.languages() else replies.FIRST_LANGUAGE
    return Telling(
        reading.asks_nothing and not needs.is_unread,
        words_besides,
        doubt,
        is_of_stay,
        of_loss(text, language),
        of_mourning(text, language),
        [_need_just_told(fact, spoken) for fact in needs.facts],
        needs.question,
        is_need_asked=needs.is_asked,
        is_need_unread=needs.is_unread,
    )


def party_told(reading: Reading) -> int:
    """How many people the message says there are; 0 where it says nothing of them."""
    sizes = [fact.value for fact in reading.facts if fact.key == PARTY_SIZE]
    return int(sizes[-1]) if sizes else 0


def _is_of_stay(fact: FoundFact) -> bool:
    """An allergy, or how many people there are, may belong to an emergency."""
    if fact.key in TASTES:
        return TASTES[fact.key].issuperset(fact.value)
    return fact.key in PLANS


def _words_besides(reading: Reading, text: str) -> int:
    """0 where all other words say nothing: "nos quedamos hasta el lunes"."""
    for fact in (*reading.facts, *reading.taken_back):
        text = text.replace(fact.quote, " ")
    words = text.split()
    return len(words) if any(map(evidence_words.says_something, words)) else 0


def _doubt(contradiction: Contradiction, language: str) -> Doubt:
    key = contradiction.key
    every = (fact_words.value(key, each, language) for each in contradiction.values)
    values = list(dict.fromkeys(every))
    alternatives = f" {replies.say('or', language)} ".join(values)
    question = fact_words.doubt(key, alternatives, language)
    return Doubt(question, fact_words.answers(key, values, language))


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
            return _remembered(row, language, is_current=False)
        return _remembered({**row, "value": left}, language, is_current=is_current)

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


def _remembered(
    row: Mapping[str, Any], language: str, *, is_current: bool
) -> RememberedFact:
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


def _need_just_told(fact: FoundFact, language: str) -> RememberedFact:
    """A need that the message itself tells, with the words of each choice."""
    row = {
        "key": fact.key,
        "value": fact.value,
        "quote": fact.quote,
        "turn_id": "",
        "choice_quotes": {},
    }
    return _remembered(row, language, is_current=True)


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
