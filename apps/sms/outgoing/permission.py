"""Whether a text message may be sent, and why not, in words for staff."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from apps.guests import consents
from apps.guests.models import Consent, ContactPoint, Guest
from apps.properties.models import Property
from apps.sms.outgoing import quiet_hours

STOPPED = "the guest asked for no more text messages"
NO_CONSENT = "the guest has not agreed to text messages that we begin"


def may_answer(place: Property, number: str) -> str:
    """Empty when an answer may go out; a guest's own message asks for it."""
    return STOPPED if has_stopped(place, number) else ""


def may_send(place: Property, number: str, now: datetime) -> str:
    """The same for a message that we begin: needs consent, and rests at night."""
    if has_stopped(place, number):
        return STOPPED
    if not consents.is_given(place, number, Consent.Scope.SMS):
        return NO_CONSENT
    contact = contact_of(place, number)
    stated_zone = contact.guest.time_zone if contact else ""
    zones = quiet_hours.zones_of(number, stated_zone, place.time_zone)
    return quiet_hours.reason(number, zones, now)


def has_stopped(place: Property, number: str) -> bool:
    """Whether the guest took a consent back, and has not given it again."""
    entries = consents.history(place, number).filter(scope=Consent.Scope.SMS)
    return entries.values_list("is_given", flat=True).first() is False


def note_carriers_stop(place: Property, number: str) -> None:
    """The guest's stop reached the carrier, and not us."""
    if has_stopped(place, number):
        return
    contact = contact_of(place, number)
    consents.record(
        place,
        number,
        Consent.Scope.SMS,
        is_given=False,
        channel="sms",
        source="the carrier's list of numbers that opted out",
        text_shown="",
        said_at=timezone.now(),
        guest=contact.guest if contact else None,
    )


def contact_of(place: Property, number: str) -> ContactPoint | None:
    rows = ContactPoint.objects.filter(
        property=place, kind=ContactPoint.Kind.SMS, value=number
    )
    return rows.select_related("guest").first()


@transaction.atomic
def know_contact(place: Property, number: str) -> ContactPoint:
    """The contact of a number, with a new guest where nobody has it yet."""
    if contact := contact_of(place, number):
        return contact
    guest = Guest.objects.create(property=place)
    contact, is_new = ContactPoint.objects.get_or_create(
        property=place,
        kind=ContactPoint.Kind.SMS,
        value=number,
        defaults={"guest": guest},
    )
    if not is_new:  # another message of the same guest was quicker
        guest.delete()
    return contact
