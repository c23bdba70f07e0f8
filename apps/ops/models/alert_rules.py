"""Thresholds of gauges, which operators set."""

from __future__ import annotations

from django.db import models

from apps.ops.models.incidents import Incident


class AlertRule(models.Model):
    """Opens an incident while a gauge is beyond its threshold.

    Only `alerts/rules.py` writes `checked_at` and `breached_since`.
    """

    class Comparison(models.TextChoices):
        ABOVE = "above", "Above"
        BELOW = "below", "Below"

    name = models.CharField(max_length=60, unique=True)
    series = models.CharField(
        "gauge",
        max_length=200,
        help_text="As on the dashboard; “any” is the worst of several.",
    )
    comparison = models.CharField(
        max_length=5, choices=Comparison, default=Comparison.ABOVE
    )
    threshold = models.FloatField(help_text="In the unit that the gauge names.")
    minutes = models.PositiveSmallIntegerField(
        "for minutes",
        default=0,
        help_text="So long it has to last; 0 opens an incident at once.",
    )
    level = models.CharField(
        max_length=7, choices=Incident.Level, default=Incident.Level.WARNING
    )
    remedy = models.CharField(
        "what to do", max_length=500, help_text="For whoever is called at night."
    )
    is_active = models.BooleanField("on", default=True)
    checked_at = models.DateTimeField(null=True, editable=False)
    breached_since = models.DateTimeField(null=True, editable=False)

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name
