"""Which bookings a thread may show, and how often somebody tried codes in vain."""

from __future__ import annotations

from django.db import models

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


class CodeTries(models.Model):
    """Codes that did not fit, by whoever tried them.

    key: the hash of a thread, an address or a guest's key.
    """

    key = models.CharField(max_length=64, unique=True)
    count = models.PositiveSmallIntegerField(default=0)
    last_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "code tries"
        indexes = [models.Index(fields=["last_at"], name="code_tries_old")]

    def __str__(self) -> str:
        return f"{self.count} tries"
