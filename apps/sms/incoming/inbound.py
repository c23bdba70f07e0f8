"""Takes in what the provider tells: texts, calls, and what became of our messages.

Everything that follows from an event is stored in the transaction that claims its id,
so an event acts once however often it comes.
"""

from __future__ import annotations

from datetime import datetime
from uuid import uuid4

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from apps.conversations.turns.limits import rate_limits
from apps.guests import contacts
from apps.infrastructure import database_scope, sql
from apps.infrastructure.workers import task_queue
from apps.properties import flags
from apps.properties.models import Property
from apps.sms.incoming import commands, keywords, memory_consent
from apps.sms.models import InboundText, OutboundText, SmsNumber
from apps.sms.outgoing import notices, outbox, permission
from apps.sms.telnyx import webhook
from apps.sms.telnyx.webhook import Event

CLAIM = """
insert into sms_receivedevent (event_id, kind, received_at)
values (%(event_id)s, %(kind)s, %(now)s)
on conflict (event_id) do nothing returning event_id
"""
Status = InboundText.Status
MOST_NUMBER_CHARS = 60
INCOMING = "incoming"
SWITCHED_OFF = "the property has switched text messages off"


class Repeated(Exception):  # noqa: N818 - it names the state
    """An event with this id was acted on already."""


@database_scope.all_properties()
@transaction.atomic
def receive(event: Event) -> None:
    """Acts on an event, whichever property's it is. Raises Repeated."""
    now = timezone.now()
    values = {"event_id": event.id, "kind": event.event_type, "now": now}
    if not sql.fetch(CLAIM, values):
        raise Repeated
    if event.event_type in webhook.STATUSES:
        _note_status(event)
    elif event.event_type == webhook.RECEIVED:
        _take_in(event, now)
    elif event.event_type == webhook.CALL and event.payload.direction == INCOMING:
        _take_in(event, now, is_call=True)


@transaction.atomic
def receive_trial(place: Property, number: str, text: str) -> None:
    """Takes in a text of the phone page."""
    row = InboundText(
        event_id=f"trial-{uuid4()}",
        property=place,
        from_number=number,
        to_number=outbox.number_of(place),
        body=text.strip(),
        received_at=timezone.now(),
    )
    _accept(row, place)


def property_at(number: str) -> Property | None:
    """The property that answers at a number of ours."""
    row = SmsNumber.objects.select_related("property").filter(number=number).first()
    if row:
        return row.property
    if number and number == settings.SMS_FROM_NUMBER:
        return Property.objects.filter(slug=settings.DEFAULT_PROPERTY).first()
    return None


def _note_status(event: Event) -> None:
    payload = event.payload
    faults = [f"{fault.title} ({fault.code})" for fault in payload.errors or []]
    error = "; ".join(faults)[:200]
    tags = list(payload.tags or [])
    outbox.note_status(payload.id, tags, payload.receiver.status, error)


def _take_in(event: Event, now: datetime, *, is_call: bool = False) -> None:
    payload = event.payload
    sender = contacts.e164(payload.sender.phone_number)
    receiver = contacts.e164(payload.receiver.phone_number)
    place = property_at(receiver)
    row = InboundText(
        event_id=event.id,
        property=place,
        from_number=sender or payload.sender.phone_number[:MOST_NUMBER_CHARS],
        to_number=receiver or payload.receiver.phone_number[:MOST_NUMBER_CHARS],
        body=payload.text.strip()[: settings.MAX_MESSAGE_CHARS],
        media_count=len(payload.media or []),
        is_call=is_call,
        received_at=min(event.happened_at(now), now),
    )
    row.reason = _refusal(row, sender, place)
    if row.reason or place is None:
        row.status = Status.REFUSED
        row.save()
        return
    _accept(row, place)


def _accept(row: InboundText, place: Property) -> None:
    """Stores a text of a guest, and obeys it or has it answered."""
    with database_scope.scoped_to(place.pk):
        _take(row, place)


def _take(row: InboundText, place: Property) -> None:
    row.contact = permission.know_contact(place, row.from_number)
    row.save()
    if _obey(row, place):
        return
    is_on = flags.is_on(flags.of(place), "sms")
    # Help does not depend on a switch.
    if not is_on and not rate_limits.is_urgent(row.body):
        _reply(row, place, Status.REFUSED, SWITCHED_OFF, "resort_paused")
        return
    seconds = settings.SMS_BURST_SECONDS
    task_queue.send_on_commit("sms.answer", seconds, text_id=row.pk)


def _refusal(row: InboundText, sender: str, place: Property | None) -> str:
    if not sender:
        return "the sender is no telephone number"
    if place is None:
        return "no property has the number that it was sent to"
    if not (row.body or row.media_count or row.is_call):
        return "it holds no words"
    return ""


def _obey(row: InboundText, place: Property) -> bool:
    """Whether the message is for the door itself; it is obeyed at once."""
    if row.is_call:
        _reply(row, place, Status.OBEYED, "a call", "sms_call")
        return True
    if not row.body:
        reason = "a picture or file without words"
        _reply(row, place, Status.OBEYED, reason, "sms_media")
        return True
    has_stopped = permission.has_stopped(place, row.from_number)
    command = keywords.read(row.body, has_stopped=has_stopped)
    if command is None:
        return memory_consent.obey(row, place)
    commands.obey(command, row, place)
    return True


def _reply(
    row: InboundText, place: Property, status: str, reason: str, reply: str
) -> None:
    """Ends a message with the fixed sentence whose id is `reply`, without a turn."""
    row.status, row.reason = status, reason
    row.save(update_fields=["status", "reason"])
    language = row.contact.guest.language if row.contact else "en"
    words = notices.say(reply, place, language)
    draft = outbox.Draft(row.from_number, words, OutboundText.Kind.ANSWER)
    outbox.add(place, draft, permission.may_answer(place, row.from_number))
