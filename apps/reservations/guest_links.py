"""Knows the guest of a booking that comes from elsewhere by his number or e-mail.

One proof of a booking opens all of the same guest, so a number or an address that
another family name has links nothing: a couple, or an agency, may share one.
"""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Q

from apps.guests.models import ContactPoint, Guest
from apps.language import normalise
from apps.reservations.models import Reservation


def link(booking: Reservation) -> None:
    """Sets the guest of a stored booking, within the transaction that stores it.

    A guest who writes texts comes first, then the guest of other bookings; else the
    booking's own, or a new one. Nothing for a booking without number and address.
    """
    if not booking.email and not booking.phone:
        return
    guest = next((own for own in _candidates(booking) if _is_of(own, booking)), None)
    guest = guest or booking.guest
    if guest is None:
        guest = Guest.objects.create(property_id=booking.property_id)
    if guest.pk != booking.guest_id:
        booking.guest = guest
        Reservation.objects.filter(pk=booking.pk).update(guest=guest)


def _candidates(booking: Reservation) -> Iterator[Guest]:
    is_phone = Q(kind=ContactPoint.Kind.SMS, value=booking.phone)
    is_email = Q(kind=ContactPoint.Kind.EMAIL, value=booking.email)
    points = ContactPoint.objects.filter(
        is_phone | is_email, property=booking.property_id
    ).exclude(value="")
    for point in points.select_related("guest").order_by("pk"):
        yield point.guest
    same = Q()
    for name in ("phone", "email"):
        if value := getattr(booking, name):
            same |= Q(**{name: value})
    same_people = Reservation.objects.filter(same, property=booking.property_id)
    same_people = same_people.exclude(pk=booking.pk).exclude(guest=None)
    for neighbour in same_people.select_related("guest").order_by("pk"):
        yield neighbour.guest  # type: ignore[misc]


def _is_of(guest: Guest, booking: Reservation) -> bool:
    """Whether all that the guest has booked is under this family name."""
    names = Reservation.objects.filter(guest=guest).exclude(pk=booking.pk)
    own = normalise.words(booking.family_name)
    return all(
        normalise.words(name) == own
        for name in names.values_list("family_name", flat=True)
    )
