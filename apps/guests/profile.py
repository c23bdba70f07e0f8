"""What is remembered of a guest: noted, weighed, and forgotten.

A key has one live value. A newer value supersedes it, and the older ones stay as its
history until the guest has the fact forgotten.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.dispatch import Signal

from apps.guests import fact_changes, fact_kinds, fact_sources
from apps.guests.extraction.findings import FoundFact, Reading
from apps.guests.models import Guest, GuestFact

# Below this weight a fact is too old to count on: after some twenty months.
LEAST_WEIGHT = 0.5
# Sent with `guest_id` in the transaction that forgets facts, for apps that keep copies.
facts_forgotten = Signal()


@dataclass(frozen=True)
class ProfileFact:
    """A live fact. weight: from 1, for a new one, down to `LEAST_WEIGHT`."""

    key: str
    value: Any
    weight: float
    confidence: float
    quote: str
    collected_at: datetime
    choice_quotes: Mapping[str, str] = field(default_factory=dict)
    consent_scope: str = GuestFact.Scope.THREAD

    @property
    def topics(self) -> frozenset[str]:
        kind = fact_kinds.kinds()[self.key]
        if not kind.choices:
            return frozenset({kind.topic})
        chosen = self.value if isinstance(self.value, list) else [self.value]
        return frozenset(kind.choices[choice].topic for choice in chosen)


@dataclass(frozen=True)
class Profile:
    """The facts of a guest that may be used now, in the order of `fact_kinds.yaml`."""

    facts: tuple[ProfileFact, ...] = ()

    @property
    def values(self) -> Mapping[str, Any]:
        return {fact.key: fact.value for fact in self.facts}

    @property
    def topics(self) -> frozenset[str]:
        """The planner's topics that the guest has told something about."""
        return frozenset[str]().union(*(fact.topics for fact in self.facts))

    @property
    def open_topics(self) -> frozenset[str]:
        """The topics that nothing is known of."""
        return frozenset(fact_kinds.topics()) - self.topics

    @property
    def completeness(self) -> float:
        """The share of all topics that the guest has told something about."""
        return len(self.topics) / len(fact_kinds.topics())


@transaction.atomic
def note(
    guest: Guest, reading: Reading, turn_id: UUID, language: str, now: datetime
) -> None:
    """Stores what a message tells, and takes back what it says holds no longer.

    The same value again confirms the stored one, with its newest words.
    """
    # Two messages of one guest are noted one after the other.
    locked = Guest.objects.select_for_update().get(pk=guest.pk)
    live_facts = {fact.key: fact for fact in _live(guest)}
    turn = {
        "turn_id": turn_id,
        "language": language,
        "collected_at": now,
        "consent_scope": scope(is_remembered=locked.is_remembered),
    }
    for finding in reading.taken_back:
        live = live_facts.pop(finding.key, None)
        if live is None:
            continue
        remainder = fact_changes.without(live.key, live.value, finding.value)
        source = {
            **turn,
            **fact_sources.fields_of_remainder(live, remainder),
            "confidence": finding.confidence,
        }
        if updated := _replace(live, remainder, source):
            live_facts[updated.key] = updated
    for finding in reading.facts:
        _tell(guest, finding, live_facts.get(finding.key), turn)


def scope(*, is_remembered: bool) -> GuestFact.Scope:
    """How far facts may be used of a guest who agreed to be remembered, or did not."""
    return GuestFact.Scope.MEMORY if is_remembered else GuestFact.Scope.THREAD


def _tell(
    guest: Guest, finding: FoundFact, live: GuestFact | None, turn: dict[str, Any]
) -> None:
    value = fact_changes.joined(
        finding.key,
        live.value if live else None,
        finding.value,
        corrects=finding.corrects,
        quote=finding.quote,
    )
    source = {
        **turn,
        **fact_sources.fields_of_new(finding, live, value, turn["turn_id"]),
        "confidence": finding.confidence,
    }
    if live is None:
        GuestFact.objects.create(guest=guest, key=finding.key, value=value, **source)
    elif live.value == value:
        GuestFact.objects.filter(pk=live.pk).update(**source)
    else:
        _replace(live, value, source)


def profile_of(guest: Guest, now: datetime) -> Profile:
    """The live facts that are neither too old nor of a visit that is over."""
    return of_facts(_live(guest), now.astimezone(guest.property.zone))


def of_facts(live_facts: Iterable[GuestFact], local: datetime) -> Profile:
    """The same of facts that are read already; `local` is the time at the property."""
    rows = {fact.key: fact for fact in live_facts}
    ended_at = _end_of_last_visit(rows.get("visit_dates"), local)
    facts = [
        _weighed(rows[key], local)
        for key, kind in fact_kinds.kinds().items()
        if key in rows
        and not (kind.of_visit and ended_at and rows[key].collected_at < ended_at)
    ]
    return Profile(tuple(fact for fact in facts if fact.weight >= LEAST_WEIGHT))


@transaction.atomic
def forget(guest: Guest, *keys: str) -> None:
    """Deletes facts with their history, and the plans that were made of them."""
    guest.facts.filter(key__in=keys).delete()
    forget_copies(guest)


@transaction.atomic
def forget_choices(guest: Guest, key: str, choices: Sequence[str]) -> None:
    """Deletes choices of a list, from its history too, and the plans."""
    for fact in guest.facts.filter(key=key).select_for_update():
        remainder = [choice for choice in fact.value if choice not in choices]
        if not remainder:
            fact.delete()
            continue
        fact.quote, fact.choice_quotes = fact_sources.without_deleted(fact, remainder)
        fact.value = remainder
        fact.save(update_fields=["value", "quote", "choice_quotes"])
    forget_copies(guest)


@transaction.atomic
def forget_everything(guest: Guest) -> None:
    """Deletes all facts with their history. Consents stay: they are proof."""
    guest.facts.all().delete()
    forget_copies(guest)


def forget_copies(guest: Guest) -> None:
    """Deletes what was made of facts that are forgotten, in other apps too."""
    guest.conversations.update(whisper_plan=None)
    facts_forgotten.send(Guest, guest_id=guest.pk)


def _live(guest: Guest) -> QuerySet[GuestFact]:
    return guest.facts.filter(superseded_at=None)


def _replace(live: GuestFact, value: Any, source: dict[str, Any]) -> GuestFact | None:
    """Supersedes the live fact; returns the one that is live now, if there is one."""
    if value == live.value:
        return live
    live.superseded_at = source["collected_at"]
    live.save(update_fields=["superseded_at"])
    if value is None:
        return None
    return GuestFact.objects.create(
        guest_id=live.guest_id, key=live.key, value=value, **source
    )


def _weighed(fact: GuestFact, now: datetime) -> ProfileFact:
    weight = fact_kinds.weight(fact.key, fact.value, fact.collected_at, now)
    return ProfileFact(
        fact.key,
        fact.value,
        weight,
        fact.confidence,
        fact.quote,
        fact.collected_at,
        fact_sources.words(fact.choice_quotes),
        fact.consent_scope,
    )


def _end_of_last_visit(dates: GuestFact | None, now: datetime) -> datetime | None:
    """The midnight after it, on the clock of `now`; None while it lasts, or without
    dates."""
    last_day = dates and (dates.value.get("until") or dates.value.get("from"))
    if not last_day:
        return None
    next_day = date.fromisoformat(last_day) + timedelta(days=1)
    midnight = datetime.combine(next_day, time(), now.tzinfo)
    return midnight if midnight <= now else None
