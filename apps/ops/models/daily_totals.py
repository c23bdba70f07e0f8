"""The totals of a day of a property; they outlive its conversations."""

from __future__ import annotations

from django.db import models

from apps.properties.models import Property


class DailyTotals(models.Model):
    """Updated by the task `ops.total_days` until the end of the next day."""

    property = models.ForeignKey(
        Property, on_delete=models.CASCADE, related_name="daily_totals"
    )
    day = models.DateField(help_text="In the property's time zone.")
    questions = models.PositiveIntegerField(default=0)
    cited = models.PositiveIntegerField(default=0)
    unanswered = models.PositiveIntegerField(default=0)
    stopped = models.PositiveIntegerField(default=0, help_text="By a guardrail.")
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
        verbose_name = verbose_name_plural = "daily totals"
        constraints = [
            models.UniqueConstraint(
                fields=["property", "day"], name="unique_daily_totals"
            )
        ]

    def __str__(self) -> str:
        return f"{self.property}, {self.day}"
