"""What models cost beside the turns of guests."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from apps.properties.models import Property


class Expense(models.Model):
    """What staff had models asked, which counts for the property's cap of the day."""

    class Purpose(models.TextChoices):
        REPLAY = "replay", "A turn run again"

    property = models.ForeignKey(
        Property, on_delete=models.CASCADE, related_name="expenses"
    )
    purpose = models.CharField(max_length=20, choices=Purpose)
    input_tokens = models.PositiveIntegerField()
    output_tokens = models.PositiveIntegerField()
    cost_micros = models.PositiveBigIntegerField(help_text="Millionths of a US dollar.")
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["created_at"]
        indexes = [models.Index(fields=["property", "created_at"], name="expense_day")]

    def __str__(self) -> str:
        return (
            f"{self.get_purpose_display()}, {self.cost_micros / 1_000_000:.6f} dollars"
        )
