"""What was erased in a night because its time was over: counts, never content."""

from __future__ import annotations

from django.db import models

from apps.properties.models import Property


class RetentionRun(models.Model):
    """A property's night. counts: what was erased, by kind; left: what was not yet."""

    property = models.ForeignKey(
        Property, on_delete=models.CASCADE, related_name="retention_runs"
    )
    day = models.DateField(help_text="In the property's time zone.")
    counts = models.JSONField(default=dict)
    left = models.PositiveIntegerField(
        default=0, help_text="Conversations that the next run goes on with."
    )
    ended_at = models.DateTimeField()

    class Meta:
        ordering = ["-day", "property"]
        constraints = [
            models.UniqueConstraint(
                fields=["property", "day"], name="retention_run_once_a_day"
            )
        ]

    def __str__(self) -> str:
        return f"{self.property}, {self.day}"
