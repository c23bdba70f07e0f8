"""Actions on many rows."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from apps.infrastructure.quantities import of_many


class Job(models.Model):
    """One action on many rows; `processed_count` of them have been tried."""

    class Kind(models.TextChoices):
        PUBLISH = "publish", "Publish"
        WITHDRAW = "withdraw", "Back to draft"
        SCHEDULE = "schedule", "Schedule"
        EXPIRE = "expire", "Expire"
        DUPLICATE = "duplicate", "Duplicate"
        EMBED = "embed", "Reindex"
        # Of rows that wait, as somebody has read them; `values` holds what was read.
        APPROVE_READ = "approve", "Approve"
        PUBLISH_READ = "pub_read", "Publish what was read"

    kind = models.CharField(max_length=9, choices=Kind)
    items = models.JSONField(default=list)
    values = models.JSONField(default=dict)
    processed_count = models.PositiveIntegerField(default=0)
    problems = models.JSONField(default=list)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE)
    created_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}, {of_many(len(self.items), 'row')}"

    @property
    def finished_count(self) -> int:
        """Of rows that are as the action makes them; rows that are gone are not."""
        return int(self.processed_count) - len(self.problems)
