"""What a property's concierge did in a day, kept when the conversations are gone."""

from __future__ import annotations

from django.db import models

from apps.properties.models import Property


class DailyTotals(models.Model):
    """Written by `ops.total_days`, again and again until the end of the next day."""

    property = models.ForeignKey(
        Property, on_delete=models.CASCADE, related_name="days"
    )
    day = models.DateField(help_text="On the property's own calendar.")
    questions = models.PositiveIntegerField(default=0)
    cited = models.PositiveIntegerField(default=0)
    unanswered = models.PositiveIntegerField(default=0)
    stopped = models.PositiveIntegerField(default=0, help_text="By the gate.")
    failed = models.PositiveIntegerField(default=0)
    thumbs_up = models.PositiveIntegerField(default=0)
    thumbs_down = models.PositiveIntegerField(default=0)
    input_tokens = models.PositiveBigIntegerField(default=0)
    output_tokens = models.PositiveBigIntegerField(default=0)
    cost_micros = models.PositiveBigIntegerField(default=0)
    first_token_p95_ms = models.PositiveIntegerField(default=0)
    answer_p95_ms = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["-day", "property"]
        constraints = [
            models.UniqueConstraint(fields=["property", "day"], name="day_once")
        ]

    def __str__(self) -> str:
        return f"{self.property}, {self.day}"
