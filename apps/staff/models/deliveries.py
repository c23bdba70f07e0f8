"""Tables that were sent or handed in."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models

from apps.properties.models import Property


class Delivery(models.Model):
    """Rows that a sheet has sent or staff have handed in, and what became of them.

    A file is tried first and changes nothing until somebody says so.
    """

    class Origin(models.TextChoices):
        SHEET = "sheet", "Sheet"
        FILE = "file", "File"

    class State(models.TextChoices):
        TRIED = "tried", "Tried, nothing changed yet"
        RECEIVED = "received", "Received"
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
        max_length=5, choices=Origin, default=Origin.SHEET, db_default=Origin.SHEET
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True
    )
    state = models.CharField(max_length=8, choices=State, default=State.RECEIVED)
    results = models.JSONField(default=list)
    received_at = models.DateTimeField(auto_now_add=True)
    done = models.PositiveIntegerField(default=0, help_text="Rows gone through.")
    applied_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-received_at"]
        verbose_name_plural = "deliveries"

    def __str__(self) -> str:
        return f"{self.category}, {self.received_at:%Y-%m-%d %H:%M}"
