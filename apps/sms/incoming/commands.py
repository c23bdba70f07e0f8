"""Obeys what a text message asks of the door: to stop, to begin again, for help.

A stop is in the ledger before anything else happens, and is confirmed exactly once: by
us, or by the carrier's profile for the words that it knows (`SMS_STOP_CONFIRMED_BY`).
"""

from __future__ import annotations

from django.conf import settings

from apps.guests import consents
from apps.guests.models import Consent
from apps.properties.models import Property
from apps.sms.incoming.keywords import Command, Wish
from apps.sms.models import InboundText, OutboundText
from apps.sms.outgoing import notices, outbox, permission

# The words that Telnyx answers by itself; other revocations it lets through.
# https://developers.telnyx.com/docs/messaging/messages/advanced-opt-in-out
CARRIERS_WORDS = {
    Wish.STOP: frozenset(
        {"stop", "stopall", "stop all", "unsubscribe", "cancel", "end", "quit"}
    ),
    Wish.START: frozenset({"start", "unstop"}),
    Wish.HELP: frozenset[str](),
}
BY_CARRIER = "carrier"
Kind = OutboundText.Kind


def obey(command: Command, row: InboundText, place: Property) -> None:
    """The message counts as obeyed."""
    words = command.keyword or "in words of the guest's own"
    row.status, row.reason = InboundText.Status.OBEYED, f"{command.wish.value}: {words}"
    row.save(update_fields=["status", "reason"])
    if command.wish is Wish.STOP:
        _stop(command, row, place)
    elif command.wish is Wish.START:
        _start(command, row, place)
    else:
        _say("sms_help", command, row, place, Kind.ANSWER)


def _stop(command: Command, row: InboundText, place: Property) -> None:
    if permission.has_stopped(place, row.from_number):
        return  # confirmed already
    _record(command, row, place, is_given=False)
    if not _is_confirmed_by_carrier(command):
        _say("sms_stopped", command, row, place, Kind.CONFIRMATION)


def _start(command: Command, row: InboundText, place: Property) -> None:
    _record(command, row, place, is_given=True)
    if not _is_confirmed_by_carrier(command):
        _say("sms_started", command, row, place, Kind.ANSWER)


def _record(
    command: Command, row: InboundText, place: Property, *, is_given: bool
) -> None:
    consents.record(
        place,
        row.from_number,
        Consent.Scope.SMS,
        is_given=is_given,
        channel="sms",
        source=f"text message: {command.keyword or 'other wording'}"[:60],
        text_shown=row.body,
        said_at=row.received_at,
        guest=row.contact.guest if row.contact else None,
    )


def _is_confirmed_by_carrier(command: Command) -> bool:
    """The carrier's profile answers a message that is one of its words alone."""
    is_its_word = command.keyword in CARRIERS_WORDS[command.wish]
    return settings.SMS_STOP_CONFIRMED_BY == BY_CARRIER and is_its_word


def _say(
    reply: str, command: Command, row: InboundText, place: Property, kind: Kind
) -> None:
    words = notices.say(reply, place, command.language)
    is_confirmation = kind == Kind.CONFIRMATION
    reason = "" if is_confirmation else permission.may_answer(place, row.from_number)
    outbox.add(place, outbox.Draft(row.from_number, words, kind), reason)
