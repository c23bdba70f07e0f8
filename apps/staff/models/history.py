"""Versions of the rows of the catalog."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from apps.properties.models import Property
from apps.staff.models.deliveries import Delivery


class Version(models.Model):
    """A row with its child rows at one time; it outlives the row itself."""

    class Reason(models.TextChoices):
        INITIAL = "initial", "Before the first change"
        SAVED = "saved", "Saved"
        IMPORTED = "imported", "Imported"
        ACTION = "action", "Bulk action"
        RESTORED = "restored", "Restored"
        UNDONE = "undone", "Import undone"
        DELETED = "deleted", "Deleted"
        PUBLISHED = "publish", "Draft published"
        HELD = "held", "Saved for a second person"

    property = models.ForeignKey(
        Property, on_delete=models.CASCADE, related_name="versions"
    )
    item = models.BigIntegerField(help_text="ID of the row, which may be deleted.")
    category = models.CharField(max_length=20)
    name = models.CharField(max_length=200)
    content = models.JSONField()
    reason = models.CharField(max_length=8, choices=Reason)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        related_name="versions",
    )
    delivery = models.ForeignKey(
        Delivery, on_delete=models.SET_NULL, null=True, related_name="versions"
    )
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-id"]
        indexes = [models.Index(fields=["item", "-id"])]

    def __str__(self) -> str:
        return f"{self.name}, {self.get_reason_display().lower()}"
