"""Which properties the members of staff work for."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from apps.properties.models.properties import Property


class StaffAccess(models.Model):
    """Whether a member of staff works for all properties, with or without assignments.

    This is a separate flag, so that an empty list of assignments never widens access.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="staff_access"
    )
    all_properties = models.BooleanField(
        default=False,
        help_text="Also those that are added later. Otherwise the assignments below "
        "count, and without any nothing is seen.",
    )

    class Meta:
        verbose_name_plural = "staff access"

    def __str__(self) -> str:
        return f"{self.user}, {'all' if self.all_properties else 'assigned'} properties"


class Assignment(models.Model):
    """A property that a member of staff works for."""

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
        permissions = [("manage_assignment", "Can manage the staff of own properties")]

    def __str__(self) -> str:
        return f"{self.user} at {self.property}"
