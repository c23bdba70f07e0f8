"""What staff note of a request among themselves, and steps of its escalation."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models

from apps.properties.models import Property
from apps.reservations.models.guest_requests import Request

# A request expires before.
MAX_MINUTES = 48 * 60
MAX_NOTE_CHARS = 1000


class RequestNote(models.Model):
    """For staff alone, never for guests; it is written once and not changed."""

    request = models.ForeignKey(Request, on_delete=models.CASCADE, related_name="notes")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True
    )
    text = models.CharField(max_length=MAX_NOTE_CHARS)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["request", "id"]

    def __str__(self) -> str:
        return f"Note of {self.at:%Y-%m-%d %H:%M}"

    def save(self, *args: Any, **options: Any) -> None:
        super().save(*args, **{**options, "force_insert": True})


class EscalationStep(models.Model):
    """After how long a wait a property's staff are warned, and whom they then call.

    Without rows, the setting `REQUEST_ESCALATION_MINUTES` holds.
    """

    property = models.ForeignKey(
        Property, on_delete=models.CASCADE, related_name="escalation_steps"
    )
    after_minutes = models.PositiveIntegerField(
        "minutes",
        validators=[MinValueValidator(1), MaxValueValidator(MAX_MINUTES)],
        help_text="That a request has waited for a decision.",
    )
    advice = models.CharField(
        max_length=200,
        blank=True,
        help_text="What to do then, such as “Call the duty manager on 4400.”",
    )

    class Meta:
        ordering = ["property", "after_minutes"]
        constraints = [
            models.UniqueConstraint(
                fields=["property", "after_minutes"],
                name="escalation_step_once",
                violation_error_message="This property has a step at that minute.",
            )
        ]

    def __str__(self) -> str:
        return f"After {self.after_minutes} minutes"


class Escalation(models.Model):
    """A step that a request has reached undecided; written by `escalation` alone.

    level: 1 for the property's first step.
    """

    request = models.ForeignKey(
        Request, on_delete=models.CASCADE, related_name="escalations"
    )
    level = models.PositiveSmallIntegerField()
    is_last = models.BooleanField(default=False)
    after_minutes = models.PositiveIntegerField()
    advice = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ["request", "level"]
        constraints = [
            models.UniqueConstraint(
                fields=["request", "level"], name="escalation_level_once"
            )
        ]

    def __str__(self) -> str:
        return f"No decision after {self.after_minutes} minutes"
