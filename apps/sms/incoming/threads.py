"""The conversation that a guest's text messages belong to.

Its secret is derived from the key of the site: no page holds it, and this door opens
the thread again in any process.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID, uuid4

from django.conf import settings
from django.db import transaction
from django.utils.crypto import salted_hmac

from apps.conversations import thread_secrets
from apps.conversations.models import Conversation
from apps.guests import profile
from apps.guests.models import ContactPoint, Guest
from apps.sms import phone_numbers

# Who writes later begins a new conversation.
IDLE = timedelta(hours=12)
# The question and its answer.
MESSAGES_OF_A_TURN = 2
SALT = "apps.sms.incoming.threads"


@transaction.atomic
def current(contact: ContactPoint, now: datetime) -> UUID:
    """The guest's conversation by text message, or a new one.

    It has its guest before its first turn, whose facts are noted with that guest. A
    guest who has not agreed to be remembered is met anew after a long silence. Nobody
    can open a conversation by text: one that is full is followed by another, which
    knows what he has told.
    """
    # Two messages of one guest begin one conversation.
    guest = Guest.objects.select_for_update().get(pk=contact.guest_id)
    rows = Conversation.objects.filter(
        guest=guest,
        channel=Conversation.Channel.SMS,
        last_message_at__gt=now - IDLE,
    )
    newest = rows.order_by("-last_message_at").first()
    if newest and not _is_full(newest):
        return newest.pk
    if not newest and not guest.is_remembered:
        profile.forget_everything(guest)
    return _begin(contact, guest, now).pk


def secret(thread_id: UUID) -> str:
    return salted_hmac(SALT, str(thread_id), algorithm="sha256").hexdigest()


def note_language(thread_id: UUID, guest: Guest) -> None:
    """The door's own sentences follow the language of the guest's messages."""
    thread = Conversation.objects.filter(pk=thread_id).first()
    if thread and thread.language != guest.language:
        Guest.objects.filter(pk=guest.pk).update(language=thread.language)


def _is_full(thread: Conversation) -> bool:
    """Whether its next message would be beyond the limit of a conversation."""
    messages = MESSAGES_OF_A_TURN * thread.turns.count()
    return messages >= settings.MAX_MESSAGE_LIMIT


def _begin(contact: ContactPoint, guest: Guest, now: datetime) -> Conversation:
    thread_id = uuid4()
    return Conversation.objects.create(
        id=thread_id,
        property_id=contact.property_id,
        guest=guest,
        channel=Conversation.Channel.SMS,
        language=guest.language,
        secret_hash=thread_secrets.digest(secret(thread_id)),
        # Staff who try the phone page count as no guest.
        is_from_guest=not phone_numbers.is_trial(contact.value),
        last_message_at=now,
    )
