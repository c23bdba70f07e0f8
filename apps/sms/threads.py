"""The conversation that a guest's text messages belong to.

Its secret is derived from the key of the site: no page holds it, and this door opens
the thread again in any process.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID, uuid4

from django.utils.crypto import salted_hmac

from apps.conversations.models import Conversation
from apps.guests.models import Guest
from apps.properties.models import Property

# Who writes later begins a new conversation; one of a whole stay would reach its limit.
IDLE = timedelta(hours=12)
SALT = "apps.sms.threads"


def current(place: Property, guest: Guest, now: datetime) -> UUID:
    """The guest's conversation by text message, or the id of a new one."""
    rows = Conversation.objects.filter(
        property=place,
        guest=guest,
        channel=Conversation.Channel.SMS,
        last_message_at__gt=now - IDLE,
    )
    newest = rows.order_by("-last_message_at").first()
    return newest.pk if newest else uuid4()


def secret(thread_id: UUID) -> str:
    return salted_hmac(SALT, str(thread_id), algorithm="sha256").hexdigest()


def belongs_to(thread_id: UUID, guest: Guest, language: str, *, is_trial: bool) -> None:
    """Ties a new conversation to its guest, and notes the guest's language.

    is_trial: staff try the phone page, and count as no guest.
    """
    Conversation.objects.filter(pk=thread_id, guest=None).update(
        guest=guest, is_from_guest=not is_trial
    )
    Guest.objects.filter(pk=guest.pk).update(language=language)
