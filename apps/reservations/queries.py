"""Questions about bookings and requests, each with flat arguments.

booking_ids: those that a guest may see; nobody else's are ever read.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from decimal import Decimal
from uuid import UUID

from django.db.models import Case, Q, QuerySet, Sum, When
from django.db.models.functions import Coalesce

from apps.guests.models import ContactPoint
from apps.reservations.models import Request, RequestPolicy, Reservation
from apps.reservations.request_status import OPEN, Status

MOST_PAST = 15
MOST_REQUESTS = 10
MOST_REACHED = 50
RECENT = timedelta(days=30)
Kind, State = Reservation.Kind, Reservation.State


def of_guest(booking_ids: Collection[int]) -> QuerySet[Reservation]:
    """All of them, in the order in which they begin, with what is booked."""
    rows = Reservation.objects.filter(pk__in=booking_ids)
    return rows.select_related("item__show", "property")


def is_used(property_id: int) -> bool:
    """Whether guests of the property can book, or ask for, anything here."""
    return (
        Reservation.objects.filter(property=property_id).exists()
        or RequestPolicy.objects.filter(property=property_id).exists()
    )


def reached_at(property_id: int, contact: str) -> QuerySet[Reservation]:
    """Those of whom an e-mail address, or a number in E.164, is; the latest first."""
    is_number = Q(phone=contact) | Q(
        guest__contact_points__kind=ContactPoint.Kind.SMS,
        guest__contact_points__value=contact,
    )
    rows = Reservation.objects.filter(property=property_id)
    if "@" in contact:
        rows = rows.filter(email__iexact=contact)
    else:
        rows = rows.filter(is_number).distinct()
    return rows.order_by("-starts_at", "code")[:MOST_REACHED]


def upcoming(
    booking_ids: Collection[int], now: datetime, kind: str = ""
) -> QuerySet[Reservation]:
    """Booked and not over; kind: empty for all."""
    rows = of_guest(booking_ids).filter(state=State.BOOKED)
    rows = rows.annotate(over_at=Coalesce("ends_at", "starts_at"))
    rows = rows.filter(over_at__gte=now)
    return rows.filter(kind=kind) if kind else rows


def past(
    booking_ids: Collection[int], now: datetime, kind: str = "", limit: int = MOST_PAST
) -> QuerySet[Reservation]:
    """Those that are over and were not cancelled, the latest first; at most 15."""
    rows = of_guest(booking_ids).exclude(state=State.CANCELLED)
    rows = rows.annotate(over_at=Coalesce("ends_at", "starts_at"))
    rows = rows.filter(over_at__lt=now).order_by("-starts_at", "code")
    rows = rows.filter(kind=kind) if kind else rows
    return rows[: min(limit, MOST_PAST)]


def latest(
    booking_ids: Collection[int], kind: str = "", limit: int = MOST_PAST
) -> QuerySet[Reservation]:
    """In every state, those that begin last first; at most 15."""
    rows = of_guest(booking_ids).order_by("-starts_at", "code")
    rows = rows.filter(kind=kind) if kind else rows
    return rows[: min(limit, MOST_PAST)]


def total(booking_ids: Collection[int]) -> Decimal:
    """In US dollars, of those whose amount is recorded."""
    summed = of_guest(booking_ids).aggregate(all=Sum("amount"))["all"]
    return summed or Decimal(0)


def of_guest_or_thread(
    booking_ids: Collection[int], thread_id: UUID
) -> QuerySet[Request]:
    """What was asked in the thread, or of these bookings; nothing that was left unsent
    in another thread."""
    is_here = Q(thread_id=thread_id)
    rows = Request.objects.filter(Q(reservation__in=booking_ids) | is_here)
    rows = rows.exclude(~is_here, status__in=(Status.DRAFT, Status.PROPOSED))
    return rows.select_related("reservation__property", "property")


def requests_of(
    booking_ids: Collection[int], thread_id: UUID, now: datetime
) -> QuerySet[Request]:
    """Those of the last thirty days: what is open first, then the latest."""
    rows = of_guest_or_thread(booking_ids, thread_id)
    rows = rows.filter(created_at__gt=now - RECENT)
    is_settled = Case(When(status__in=OPEN, then=0), default=1)
    return rows.order_by(is_settled, "-created_at")[:MOST_REQUESTS]


def open_of(booking_ids: Collection[int], thread_id: UUID) -> QuerySet[Request]:
    """What is not settled of these, the latest first."""
    rows = of_guest_or_thread(booking_ids, thread_id).filter(status__in=OPEN)
    return rows.order_by("-created_at")[:MOST_REQUESTS]


def proposed_in(thread_id: UUID, now: datetime) -> list[Request]:
    """What waits for the guest's yes in the thread, the earliest first."""
    rows = open_of((), thread_id)
    waiting = [row for row in rows if row.status == Status.PROPOSED]
    return [row for row in reversed(waiting) if row.expires_at > now]


def has_asked(booking_ids: Collection[int], thread_id: UUID, now: datetime) -> bool:
    """Whether anything was asked of these in the last thirty days."""
    rows = of_guest_or_thread(booking_ids, thread_id)
    return rows.filter(created_at__gt=now - RECENT).exists()


def changed(booking_ids: Collection[int], now: datetime) -> QuerySet[Reservation]:
    """Bookings that changed in the last thirty days after they were made."""
    rows = of_guest(booking_ids).filter(updated_at__gt=now - RECENT)
    return rows.order_by("-updated_at")[:MOST_REQUESTS]


def room_named_in(thread_id: UUID) -> str:
    """The room that a request of the thread named last; empty for none."""
    rows = Request.objects.filter(thread_id=thread_id, wish__has_key="room")
    latest = rows.order_by("-created_at").first()
    return str(latest.wish["room"]) if latest else ""
