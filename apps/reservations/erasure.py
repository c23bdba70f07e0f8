"""What is left of a guest's requests when the conversation is erased, or with time."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import Coalesce

from apps.properties.models import Property
from apps.reservations.models import Request, RequestNote, RequestStep, Reservation
from apps.reservations.request_status import OPEN, Status

# What a guest wrote, and where to call him. A time and a number of people stay, for
# staff who have still to decide.
PERSONAL = ("text", "note", "phone", "words")
NOBODY_SAW = (Status.DRAFT, Status.PROPOSED)


def erase(thread_id: UUID) -> None:
    """Within the transaction that erases the thread; nobody is told of them any more.

    A request that staff have still to deal with keeps what they need for it.
    """
    rows = Request.objects.filter(thread_id=thread_id)
    over = rows.exclude(status__in=OPEN)
    _erase_words(list(over.values_list("pk", flat=True)))
    leave_thread(thread_id)


def leave_thread(thread_id: UUID) -> None:
    """The thread knows its requests no more, and nobody is told of them there.

    What nobody has sent is deleted. The guest finds the others by their bookings.
    """
    rows = Request.objects.filter(thread_id=thread_id)
    rows.filter(status__in=NOBODY_SAW).delete()
    for request in rows:
        request.thread_id = uuid4()
        request.save(update_fields=["thread_id"])


def erase_old(place: Property, begun_since: datetime) -> int:
    """Erases what was written in older requests, and of them among staff; how many.

    A request that staff have still to deal with is left alone.
    """
    rows = Request.objects.filter(property=place, created_at__lt=begun_since)
    rows = rows.exclude(status__in=OPEN)
    notes = RequestStep.objects.filter(request=OuterRef("pk")).exclude(note="")
    has_words = Q(wish__has_any_keys=PERSONAL) | Q(offer__has_any_keys=PERSONAL)
    has_words |= Q(first_wish__has_any_keys=PERSONAL)
    has_words |= ~Q(reason="") | Exists(notes) | Q(notes__isnull=False)
    ids = list(rows.filter(has_words).values_list("pk", flat=True).distinct())
    _erase_words(ids)
    return len(ids)


def delete_past(place: Property, ended_since: datetime) -> int:
    """Deletes bookings that ended earlier, with their requests; returns how many."""
    rows = Reservation.objects.filter(property=place)
    ended = rows.annotate(over_at=Coalesce("ends_at", "starts_at"))
    _, counts = ended.filter(over_at__lt=ended_since).delete()
    return counts.get(Reservation._meta.label, 0)


def _erase_words(ids: list[UUID]) -> None:
    """Of the guest, and of staff about the guest; figures of wish and offer stay."""
    for request in Request.objects.filter(pk__in=ids):
        request.wish = _without_words(request.wish)
        request.offer = _without_words(request.offer)
        request.first_wish = _without_words(request.first_wish)
        request.reason = ""
        request.save(update_fields=["wish", "offer", "first_wish", "reason"])
    RequestStep.objects.filter(request__in=ids).update(note="")
    RequestNote.objects.filter(request__in=ids).delete()


def _without_words(values: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if name not in PERSONAL}
