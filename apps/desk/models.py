"""What the staff's desk keeps beside the catalog."""

from __future__ import annotations

import uuid

from django.db import models

from apps.properties.models import Property


class Delivery(models.Model):
    """Rows that a sheet has sent. Written once by the door, ended by the worker."""

    class State(models.TextChoices):
        RECEIVED = "received", "Received"
        APPLIED = "applied", "Applied"
        PARTLY = "partly", "Applied in part"
        REFUSED = "refused", "Refused"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    property = models.ForeignKey(
        Property, on_delete=models.CASCADE, related_name="deliveries"
    )
    category = models.CharField(max_length=20)
    rows = models.JSONField(default=list)
    state = models.CharField(max_length=8, choices=State, default=State.RECEIVED)
    results = models.JSONField(default=list)
    received_at = models.DateTimeField(auto_now_add=True)
    applied_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-received_at"]
        verbose_name_plural = "deliveries"

    def __str__(self) -> str:
        return f"{self.category}, {self.received_at:%Y-%m-%d %H:%M}"
