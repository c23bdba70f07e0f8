"""Which staff work for which property."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from apps.properties.models import Property


class Assignment(models.Model):
    """A property that a member of staff works for; who has none works for all."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="assignments"
    )
    property = models.ForeignKey(
        Property, on_delete=models.CASCADE, related_name="assignments"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "property"], name="assignment_once")
        ]

    def __str__(self) -> str:
        return f"{self.user} at {self.property}"
