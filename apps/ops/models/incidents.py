"""What the doctor found wrong, from when to when."""

from __future__ import annotations

from django.db import models
from django.db.models import Q


class Incident(models.Model):
    """Open until the doctor finds it gone. One of a check is open at a time."""

    class Level(models.TextChoices):
        WARNING = "warning", "Warning"
        FAULT = "fault", "Fault"

    check_name = models.CharField("check", max_length=40)
    level = models.CharField(max_length=7, choices=Level)
    message = models.CharField(max_length=500)
    remedy = models.CharField(max_length=500, blank=True)
    opened_at = models.DateTimeField(auto_now_add=True)
    seen_at = models.DateTimeField(help_text="When it was last found.")
    closed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["closed_at", "-opened_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["check_name"],
                condition=Q(closed_at=None),
                name="trouble_one_open_a_check",
            )
        ]

    def __str__(self) -> str:
        return self.message
