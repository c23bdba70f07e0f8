"""Whether a text message may be sent, and why not, in words for staff: the guest's
consent, and the hours by the clock where the guest is.

The law binds what we begin; an answer to a guest's message is no solicitation. Where a
guest's place is not certain, the hours of every zone that it may be in hold.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from apps.guests import consents
from apps.guests.models import Consent, ContactPoint, Guest
from apps.properties.models import Property
from apps.sms import phone_numbers
from apps.sms.models import SendingHours

MIDNIGHT = time(0)
DAYS_AHEAD = 8
STOPPED = "the guest asked for no more text messages"
NO_CONSENT = "the guest has not agreed to text messages that we begin"


@dataclass(frozen=True)
class Window:
    """From when to when messages may go out on one day; `closes` is not part of it."""

    opens: time
    closes: time

    def holds(self, at: time) -> bool:
        return self.opens <= at < self.closes


def reason(number: str, zones: list[str], now: datetime) -> str:
    """“quiet hours until 9:00 AM” in the guest's time; empty when we may begin.

    zones: where the guest may be; those of the area code when nobody has said.
    """
    rows = _rows(number)
    candidates = [ZoneInfo(name) for name in zones]
    blocked = [zone for zone in candidates if not _is_open(now.astimezone(zone), rows)]
    if not blocked:
        return ""
    opening = max(_next_opening(now.astimezone(zone), rows) for zone in blocked)
    local = opening.astimezone(blocked[0])
    clock = f"{local:%I:%M %p}".lstrip("0")
    is_today = local.date() == now.astimezone(blocked[0]).date()
    day = "" if is_today else f"{local:%A} "
    return f"quiet hours until {day}{clock}"


def zones_of(number: str, stated_zone: str, property_zone: str) -> list[str]:
    """The guest's own zone, else those of the area code, else the property's."""
    if stated_zone:
        return [stated_zone]
    return phone_numbers.time_zones(number) or [property_zone]


def _rows(number: str) -> dict[int, SendingHours]:
    """The hours of the region that the area code belongs to, by weekday."""
    code = phone_numbers.area_code(number)
    rows = SendingHours.objects.filter(area_codes__contains=[code]) if code else []
    return {row.weekday: row for row in rows}


def _is_open(local: datetime, rows: dict[int, SendingHours]) -> bool:
    window = _window(local.weekday(), rows)
    return window is not None and window.holds(local.time())


def _window(weekday: int, rows: dict[int, SendingHours]) -> Window | None:
    """What is allowed everywhere, within what the region allows; None for nothing."""
    opens, closes = time(settings.QUIET_HOURS_END), time(settings.QUIET_HOURS_START)
    row = rows.get(weekday)
    if row and (row.opens_at is None or row.closes_at is None):
        return None
    if row and row.opens_at and row.closes_at:
        opens, closes = max(opens, row.opens_at), min(closes, row.closes_at)
    return Window(opens, closes) if opens < closes else None


def _next_opening(local: datetime, rows: dict[int, SendingHours]) -> datetime:
    """The next moment at which a window opens, within eight days."""
    for days in range(DAYS_AHEAD):
        day = local.date() + timedelta(days=days)
        window = _window(day.weekday(), rows)
        if window is None:
            continue
        opening = datetime.combine(day, window.opens, local.tzinfo)
        if opening > local:
            return opening
    return local + timedelta(days=DAYS_AHEAD)


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
    zones = zones_of(number, stated_zone, place.time_zone)
    return reason(number, zones, now)


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
