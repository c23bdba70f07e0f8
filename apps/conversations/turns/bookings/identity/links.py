"""Links to a guest's bookings, by e-mail or by text, each with a code to type.

What is asked for is noted alike for every address; whether a booking has it is looked
up in the background, so neither the words nor the time of an answer tell. A link opens
the bookings to the conversation that asked for it, and to no other.
"""

from __future__ import annotations

import hashlib
import logging
import secrets
import smtplib
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMessage
from django.db.models import QuerySet
from django.dispatch import Signal
from django.urls import reverse
from django.utils.crypto import constant_time_compare

from apps.concierge import replies
from apps.conversations.models import BookingLink, Conversation
from apps.infrastructure.workers import task_queue
from apps.properties.models import Property
from apps.reservations import queries
from apps.reservations.models import Reservation

log = logging.getLogger(__name__)
TASK = "conversations.send_booking_links"
SALT = "apps.conversations.turns.bookings.links"
CODE_DIGITS = 6
MOST_AT_ONCE = 50
# Sent with `place`, `to`, `body` and `thread`: the door for texts sends it.
text_wanted = Signal()


class NotSent(Exception):  # noqa: N818 - it names what has happened
    """The mail server did not take it; it is tried again."""


def ways() -> str:
    """How a link may go out: `email`, `text`, `both`, or empty."""
    if settings.SENDS_MAIL and settings.SMS_ENABLED:
        return "both"
    if settings.SENDS_MAIL:
        return "email"
    return "text" if settings.SMS_ENABLED else ""


def reaches(contact: str) -> bool:
    """Whether we can send to such an address, whosever it is."""
    return settings.SENDS_MAIL if "@" in contact else settings.SMS_ENABLED


def note(thread_id: UUID, contact: str, now: datetime) -> None:
    """Has a link sent to an e-mail address, or to a number in E.164, if a booking of
    the property has it."""
    expires_at = now + timedelta(minutes=settings.BOOKING_LINK_MINUTES)
    BookingLink.objects.create(
        conversation_id=thread_id, contact=contact, expires_at=expires_at
    )
    task_queue.send_on_commit(TASK)


def is_awaited(thread_id: UUID, now: datetime) -> bool:
    """Whether a code of a link may be typed in this conversation."""
    return _usable(thread_id, now).exists()


def bookings_of_code(thread_id: UUID, code: str, now: datetime) -> list[Reservation]:
    """Those that the code opens, which is used up then; empty for a wrong code."""
    for link in _usable(thread_id, now):
        if link.code_hash and constant_time_compare(link.code_hash, _hash(link, code)):
            return _use(link, now)
    return []


def bookings_of_token(thread_id: UUID, token: str, now: datetime) -> list[Reservation]:
    """The same for the address of a link."""
    seconds = settings.BOOKING_LINK_MINUTES * 60
    try:
        link_id = signing.loads(token, salt=SALT, max_age=seconds)
    except signing.BadSignature:
        return []
    link = _usable(thread_id, now).filter(pk=link_id).first()
    return _use(link, now) if link else []


def send_all(now: datetime) -> int:
    """Sends what is still to be sent; how many links that were."""
    waiting = BookingLink.objects.filter(sent_at=None, expires_at__gt=now)
    rows = waiting.select_related("conversation__property").order_by("created_at")
    return sum(_send(link, now) for link in rows[:MOST_AT_ONCE])


def forget_old(now: datetime) -> None:
    BookingLink.objects.filter(expires_at__lte=now).delete()


def _send(link: BookingLink, now: datetime) -> bool:
    """False where another process sends it, or where it has to be tried again."""
    contact = link.contact
    rows = BookingLink.objects.filter(pk=link.pk)
    if not rows.filter(sent_at=None).update(sent_at=now):
        return False
    thread = link.conversation
    bookings = list(queries.reached_at(thread.property_id, contact))
    try:
        if bookings:
            link.reservations.set(bookings)
            _deliver(link, contact, thread)
    except NotSent:
        rows.update(sent_at=None)
        return False
    rows.update(contact="")
    return bool(bookings)


def _deliver(link: BookingLink, contact: str, thread: Conversation) -> None:
    """Raises NotSent. Each delivery has a code of its own, of which a hash is kept."""
    code = f"{secrets.randbelow(10**CODE_DIGITS):0{CODE_DIGITS}}"
    BookingLink.objects.filter(pk=link.pk).update(code_hash=_hash(link, code))
    place, url = thread.property, _url(link, thread.property)
    kind = "mail" if "@" in contact else "sms"
    reply = f"booking_link_{kind}" if url else f"booking_link_{kind}_code"
    facts = {
        "property": place.name,
        "code": code,
        "url": url,
        "minutes": settings.BOOKING_LINK_MINUTES,
    }
    body = replies.say(reply, thread.language, **facts)
    if kind == "mail":
        subject = replies.say("booking_link_subject", thread.language, **facts)
        _mail(contact, subject, body)
    else:
        text_wanted.send(BookingLink, place=place, to=contact, body=body, thread=thread)


def _mail(to: str, subject: str, body: str) -> None:
    """Raises NotSent. What the server says may name the address, and is not logged."""
    try:
        EmailMessage(subject, body, to=[to]).send()
    except smtplib.SMTPRecipientsRefused:
        log.warning("the mail server refuses an address")
    except OSError as error:
        problem = type(error).__name__
        log.warning("a link was not mailed: %s", problem)
        raise NotSent from None


def _use(link: BookingLink, now: datetime) -> list[Reservation]:
    """Of two who use it at once, one gets the bookings."""
    unused = BookingLink.objects.filter(pk=link.pk, used_at=None)
    return list(link.reservations.all()) if unused.update(used_at=now) else []


def _usable(thread_id: UUID, now: datetime) -> QuerySet[BookingLink]:
    return BookingLink.objects.filter(
        conversation=thread_id, used_at=None, expires_at__gt=now
    ).order_by("-created_at")


def _url(link: BookingLink, place: Property) -> str:
    """The page of the property, with a token that no server and no log sees; empty
    where the site does not know its own address."""
    if not settings.SITE_URL:
        return ""
    path = reverse("property-page", args=[place.slug])
    token = signing.dumps(str(link.pk), salt=SALT)
    return f"{settings.SITE_URL.rstrip('/')}{path}#bookings={token}"


def _hash(link: BookingLink, code: str) -> str:
    key = settings.SECRET_KEY.encode()[:64]
    text = f"{link.pk}:{code}".encode()
    return hashlib.blake2b(text, key=key, digest_size=32).hexdigest()
