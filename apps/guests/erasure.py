"""What is left of a guest when a conversation is erased."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import groupby, pairwise
from operator import attrgetter
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import F, Q

from apps.guests import fact_changes, fact_kinds, profile
from apps.guests.models import Guest, GuestFact
from apps.properties.models import Property


@transaction.atomic
def forget_thread(guest: Guest, turn_ids: Iterable[UUID], *, is_last: bool) -> None:
    """Deletes what a guest told in a conversation that is erased.

    is_last: it is the guest's only conversation, so nothing of the guest stays. Of a
    guest who is not remembered no fact stays. Consents do: they are proof.
    """
    if is_last:
        guest.delete()
        return
    if guest.is_remembered:
        _forget_turns(guest, frozenset(turn_ids))
    else:
        guest.facts.all().delete()
    profile.forget_copies(guest)


def delete_strangers() -> int:
    """Deletes guests of no conversation and no booking who can neither be reached nor
    remembered."""
    strangers = Guest.objects.filter(
        is_remembered=False,
        conversations=None,
        contact_points=None,
        reservations=None,
    )
    _, counts = strangers.delete()
    return counts.get(Guest._meta.label, 0)


def forget_idle(place: Property, spoken_since: datetime) -> int:
    """Deletes the facts of guests who have been silent for longer; returns how many
    guests there were. Who agreed to be remembered keeps them."""
    guests = Guest.objects.filter(
        property=place, is_remembered=False, facts__isnull=False
    )
    silent = guests.exclude(conversations__last_message_at__gte=spoken_since)
    ids = list(silent.distinct().values_list("pk", flat=True))
    for guest in Guest.objects.filter(pk__in=ids):
        profile.forget_everything(guest)
    return len(ids)


def forget_silent(place: Property, spoken_since: datetime) -> int:
    """Deletes guests who have been silent for longer, with their numbers and facts,
    though they agreed to be remembered; returns how many there were."""
    guests = Guest.objects.filter(property=place, created_at__lt=spoken_since)
    spoken = Q(conversations__last_message_at__gte=spoken_since)
    ids = list(guests.exclude(spoken).values_list("pk", flat=True))
    silent = Guest.objects.filter(pk__in=ids)
    for guest in silent:
        profile.forget_copies(guest)
    _, counts = silent.delete()
    return counts.get(Guest._meta.label, 0)


def _forget_turns(guest: Guest, turn_ids: frozenset[UUID]) -> None:
    """What was told before these turns holds again where they had replaced it."""
    _forget_words(guest, turn_ids)
    rows = guest.facts.order_by("key", F("superseded_at").asc(nulls_last=True), "pk")
    for key, values in groupby(list(rows), attrgetter("key")):
        history = list(values)
        erased = [fact for fact in history if fact.turn_id in turn_ids]
        if erased:
            GuestFact.objects.filter(pk__in=[fact.pk for fact in erased]).delete()
            _mend(key, history, erased)


def _forget_words(guest: Guest, turn_ids: frozenset[UUID]) -> None:
    """A list that goes on may still hold the words of an erased turn for a choice."""
    erased = {str(turn_id) for turn_id in turn_ids}
    for fact in guest.facts.exclude(choice_quotes={}):
        left = {
            choice: source
            for choice, source in fact.choice_quotes.items()
            if source["turn_id"] not in erased
        }
        if left != fact.choice_quotes:
            GuestFact.objects.filter(pk=fact.pk).update(choice_quotes=left)


def _mend(key: str, history: Sequence[GuestFact], erased: Sequence[GuestFact]) -> None:
    """Sets the live value to what the rest of the history tells."""
    remaining = [fact for fact in history if fact not in erased]
    is_taken_back = history[-1].superseded_at is not None
    if not remaining or is_taken_back:
        return
    newest = remaining[-1]
    newest.superseded_at = None
    if fact_kinds.kinds()[key].is_list:
        newest.value = _without_erased(key, newest.value, history, erased)
    if newest.value:
        newest.save(update_fields=["superseded_at", "value"])
    else:
        newest.delete()


def _without_erased(
    key: str, value: Any, history: Sequence[GuestFact], erased: Sequence[GuestFact]
) -> Any:
    """A list without the choices that only the erased turns had added to it."""
    additions = {history[0].pk: history[0].value}
    for before, fact in pairwise(history):
        additions[fact.pk] = [name for name in fact.value if name not in before.value]
    for fact in erased:
        value = fact_changes.without(key, value, additions[fact.pk]) if value else None
    return value
