"""Changes of properties, jurisdictions and helplines, with old and new values."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class RecordChange(models.Model):
    """A save or deletion, made in the admin or anywhere else.

    values: `{field in words: [old, new]}`. It outlives the record.
    """

    class Action(models.TextChoices):
        ADDED = "added", "Added"
        CHANGED = "changed", "Changed"
        DELETED = "deleted", "Deleted"

    property = models.ForeignKey(
        "properties.Property",
        on_delete=models.SET_NULL,
        null=True,
        related_name="changes",
    )
    jurisdiction = models.ForeignKey(
        "properties.Jurisdiction",
        on_delete=models.SET_NULL,
        null=True,
        related_name="changes",
    )
    kind = models.CharField(max_length=20)
    name = models.CharField(max_length=200)
    action = models.CharField(max_length=7, choices=Action)
    values = models.JSONField(default=dict)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        related_name="record_changes",
    )
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.name}, {self.get_action_display().lower()}"
