"""Faults that the doctor or a rule found, with their time span, and their silences."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone


class SilenceQuerySet(models.QuerySet["Silence"]):
    def current(self, now: datetime) -> SilenceQuerySet:
        return self.filter(begins_at__lte=now, ends_at__gt=now)


class IncidentQuerySet(models.QuerySet["Incident"]):
    def open(self) -> IncidentQuerySet:
        return self.filter(closed_at=None)

    def unattended(self, now: datetime) -> IncidentQuerySet:
        """Open, acknowledged by nobody, and not silenced."""
        return self.open().filter(~silenced(now), acknowledged_at=None)


def silenced(now: datetime) -> Exists:
    """A condition on incidents."""
    names = Q(check_name="") | Q(check_name=OuterRef("check_name"))
    return Exists(Silence.objects.current(now).filter(names))


class Incident(models.Model):
    """Open until its check no longer finds it; a check has at most one open."""

    class Level(models.TextChoices):
        WARNING = "warning", "Warning"
        FAULT = "fault", "Fault"

    check_name = models.CharField("check", max_length=80)
    level = models.CharField(max_length=7, choices=Level)
    message = models.CharField(max_length=500)
    remedy = models.CharField(max_length=500, blank=True)
    opened_at = models.DateTimeField(auto_now_add=True)
    last_seen_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)
    acknowledged_at = models.DateTimeField(null=True)
    acknowledged_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        related_name="acknowledged_incidents",
    )

    objects = IncidentQuerySet.as_manager()

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


class Silence(models.Model):
    """A time in which nobody is notified of incidents of a check; they are stored."""

    check_name = models.CharField(
        "check", max_length=80, blank=True, help_text="Empty: all of them."
    )
    begins_at = models.DateTimeField(default=timezone.now)
    ends_at = models.DateTimeField()
    reason = models.CharField(max_length=200, help_text="Such as planned work.")
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        editable=False,
        related_name="silences",
    )

    objects = SilenceQuerySet.as_manager()

    class Meta:
        ordering = ["-ends_at"]

    def __str__(self) -> str:
        return f"{self.check_name or 'All checks'}: {self.reason}"

    def clean(self) -> None:
        if self.begins_at and self.ends_at and self.ends_at <= self.begins_at:
            raise ValidationError({"ends_at": "It ends before it begins."})
