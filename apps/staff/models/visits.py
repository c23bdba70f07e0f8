"""When each member of staff was last here."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class StaffVisit(models.Model):
    """Only `today/changes.py` writes it. previous_at: the end of the visit before."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="staff_visit"
    )
    latest_at = models.DateTimeField()
    previous_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.user}, {self.latest_at}"
