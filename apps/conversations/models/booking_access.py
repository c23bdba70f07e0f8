"""Which bookings a thread may show, the links that open them, and failed tries."""

from __future__ import annotations

import uuid

from django.db import models
from django.utils.translation import ngettext

from apps.conversations.models.conversations import Conversation
from apps.reservations.models import Reservation


class BookingAccess(models.Model):
    """The guest of a thread has proved that these bookings are his.

    It ends with the conversation, or at `expires_at`.
    """

    conversation = models.OneToOneField(
        Conversation, on_delete=models.CASCADE, related_name="booking_access"
    )
    reservations = models.ManyToManyField(Reservation, related_name="+")
    expires_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"until {self.expires_at:%Y-%m-%d %H:%M}"


class BookingLink(models.Model):
    """A link that a guest wants sent, and the code with it; each works once.

    It belongs to the conversation that asked for it, and opens no other. Nobody is told
    whether a booking has the address: where none has it, nothing is sent.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    conversation = models.ForeignKey(
        Conversation, on_delete=models.CASCADE, related_name="booking_links"
    )
    contact = models.CharField(
        max_length=254, blank=True, help_text="Where it goes; emptied once it is sent."
    )
    reservations = models.ManyToManyField(Reservation, related_name="+")
    code_hash = models.CharField(max_length=64, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    sent_at = models.DateTimeField(null=True)
    used_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["expires_at"], name="booking_link_old"),
            models.Index(
                fields=["created_at"],
                condition=models.Q(sent_at=None),
                name="booking_link_unsent",
            ),
        ]

    def __str__(self) -> str:
        return f"until {self.expires_at:%Y-%m-%d %H:%M}"


class CodeTries(models.Model):
    """Codes that did not fit, and links that were asked for, by whoever did so.

    key: the hash of a thread, an address, a guest's key or where a link goes.
    """

    key = models.CharField(max_length=64, unique=True)
    count = models.PositiveSmallIntegerField(default=0)
    last_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "code tries"
        indexes = [models.Index(fields=["last_at"], name="code_tries_old")]

    def __str__(self) -> str:
        return ngettext("{} try", "{} tries", self.count).format(self.count)
