"""What the demo fixtures wrote, so that later runs keep the edits of staff."""

from django.db import models


class SeededRow(models.Model):
    """A row that a fixture wrote; it remains when the catalog row is deleted."""

    key = models.CharField(
        max_length=300, unique=True, help_text="For example foxwoods/restaurant/cedars."
    )
    fixture_hash = models.CharField(max_length=64, help_text="Of the row in the file.")
    row_hash = models.CharField(
        max_length=64, help_text="Of the row as it was written."
    )
    weekly_hash = models.CharField(max_length=64, blank=True)
    performed_until = models.DateField(
        null=True, blank=True, help_text="Last day whose performances were made."
    )

    class Meta:
        ordering = ["key"]

    def __str__(self) -> str:
        return self.key
