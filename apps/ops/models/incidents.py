"""Faults that the doctor found, with their time span."""

from __future__ import annotations

from django.db import models
from django.db.models import Q


class Incident(models.Model):
    """Open until the doctor no longer finds it; a check has at most one open."""

    class Level(models.TextChoices):
        WARNING = "warning", "Warning"
        FAULT = "fault", "Fault"

    check_name = models.CharField("check", max_length=40)
    level = models.CharField(max_length=7, choices=Level)
    message = models.CharField(max_length=500)
    remedy = models.CharField(max_length=500, blank=True)
    opened_at = models.DateTimeField(auto_now_add=True)
    last_seen_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["closed_at", "-opened_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["check_name"],
                condition=Q(closed_at=None),
                name="one_open_incident_per_check",
            )
        ]

    def __str__(self) -> str:
        return self.message
