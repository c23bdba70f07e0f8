"""Imported tables."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models

from apps.properties.models import Property
from apps.reservations.models import Reservation


class Delivery(models.Model):
    """The rows of a sheet or a file, and the result of each.

    A file is a preview first and changes nothing until somebody applies it.
    """

    class Origin(models.TextChoices):
        SHEET = "sheet", "Google Sheet"
        WEBHOOK = "webhook", "Webhook"
        FILE = "file", "File"

    class State(models.TextChoices):
        PREVIEW = "preview", "Preview"
        RECEIVED = "received", "Waiting"
        APPLIED = "applied", "Applied"
        PARTLY = "partly", "Applied in part"
        REFUSED = "refused", "Refused"
        UNDONE = "undone", "Undone"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    property = models.ForeignKey(
        Property, on_delete=models.CASCADE, related_name="deliveries"
    )
    category = models.CharField(max_length=20)
    rows = models.JSONField(default=list)
    origin = models.CharField(
        max_length=7, choices=Origin, default=Origin.SHEET, db_default=Origin.SHEET
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True
    )
    state = models.CharField(max_length=8, choices=State, default=State.RECEIVED)
    results = models.JSONField(default=list)
    received_at = models.DateTimeField(auto_now_add=True)
    processed_count = models.PositiveIntegerField(default=0)
    applied_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-received_at"]
        verbose_name = "import"

    def __str__(self) -> str:
        return f"{self.category}, {self.received_at:%Y-%m-%d %H:%M}"


class ImportedBooking(models.Model):
    """A booking before and after an import, so that the import can be undone.

    before: empty where the import created the booking.
    """

    delivery = models.ForeignKey(
        Delivery, on_delete=models.CASCADE, related_name="bookings"
    )
    reservation = models.ForeignKey(
        Reservation, on_delete=models.CASCADE, related_name="imports"
    )
    before = models.JSONField(null=True)
    after = models.JSONField()

    class Meta:
        ordering = ["delivery", "id"]

    def __str__(self) -> str:
        return f"{self.reservation}, imported"
