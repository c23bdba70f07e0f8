"""How the last refresh of a property's bookings went."""

from __future__ import annotations

from django.db import models

from apps.properties.models import Property


class SourceRefresh(models.Model):
    """Written by `apps.reservations.sources.refresh` alone.

    counts: bookings by outcome, of the last refresh that ran to its end.
    """

    property = models.OneToOneField(
        Property, on_delete=models.CASCADE, related_name="source_refresh"
    )
    source = models.CharField(max_length=40)
    running_since = models.DateTimeField(null=True)
    tried_at = models.DateTimeField("last tried", null=True)
    succeeded_at = models.DateTimeField("last complete", null=True)
    problem = models.CharField(max_length=200, blank=True)
    counts = models.JSONField(default=dict)

    class Meta:
        verbose_name = "refresh of bookings"
        verbose_name_plural = "refreshes of bookings"

    def __str__(self) -> str:
        return f"Bookings of {self.property}"
