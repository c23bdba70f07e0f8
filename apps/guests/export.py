"""All that is stored of a guest, for the guest."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet

from apps.guests import fact_sources
from apps.guests.models import Consent, Guest, GuestFact


def export(guest: Guest) -> dict[str, Any]:
    """As JSON has it: facts with their history, consents, numbers and conversations."""
    return {
        "guest": str(guest.pk),
        "property": guest.property.name,
        "language": guest.language,
        "time_zone": guest.time_zone,
        "is_remembered": guest.is_remembered,
        "facts": [_fact(fact) for fact in guest.facts.all()],
        "contact_points": [
            {"kind": point.kind, "value": point.value, "since": _iso(point.created_at)}
            for point in guest.contact_points.order_by("created_at")
        ],
        "consents": [_consent(entry) for entry in consents_of(guest)],
        "conversations": [
            _conversation(thread)
            for thread in guest.conversations.order_by("created_at")
        ],
    }


def of_thread(guest: Guest, thread_id: UUID, turns: Collection[UUID]) -> dict[str, Any]:
    """What whoever holds no more than the secret of one thread may take along.

    A guest who agreed to be remembered is known in each of his threads, so that all he
    told is handed out, and of his other threads nothing else. Of a guest who did not
    agree, it is what was told in this one. turns: those of the thread.
    """
    stored = export(guest)
    threads = guest.conversations.filter(pk=thread_id)
    stored["conversations"] = [_conversation(thread) for thread in threads]
    is_known_here = guest.is_remembered or guest.conversations.count() == 1
    if is_known_here:
        return stored
    facts = [
        _fact(fact)
        for fact in guest.facts.all()
        if fact_sources.is_told_in(fact, turns)
    ]
    return {**stored, "facts": facts, "contact_points": [], "consents": []}


def consents_of(guest: Guest) -> QuerySet[Consent]:
    """What a guest agreed to himself or by one of his numbers, the oldest first."""
    subjects = [str(guest.pk), *guest.contact_points.values_list("value", flat=True)]
    is_own = Q(guest=guest) | Q(property=guest.property_id, subject__in=subjects)
    return Consent.objects.filter(is_own).order_by("number")


def _conversation(thread: Any) -> dict[str, Any]:
    return {
        "channel": thread.channel,
        "began_at": _iso(thread.created_at),
        "last_message_at": _iso(thread.last_message_at),
    }


def _fact(fact: GuestFact) -> dict[str, Any]:
    return {
        "key": fact.key,
        "value": fact.value,
        "quote": fact.quote,
        "choice_quotes": fact_sources.words(fact.choice_quotes),
        "confidence": fact.confidence,
        "consent_scope": fact.consent_scope,
        "collected_at": _iso(fact.collected_at),
        "superseded_at": _iso(fact.superseded_at),
    }


def _consent(entry: Consent) -> dict[str, Any]:
    """Without the number, which counts the entries of all guests of the property."""
    return {
        "scope": entry.scope,
        "is_given": entry.is_given,
        "channel": entry.channel,
        "source": entry.source,
        "text_shown": entry.text_shown,
        "said_at": _iso(entry.said_at),
    }


def _iso(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None
