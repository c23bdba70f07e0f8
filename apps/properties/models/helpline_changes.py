"""Changes of numbers for guests in need that wait for a second person."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from apps.properties.models.properties import Helpline, Jurisdiction, Property


class HelplineChange(models.Model):
    """What somebody proposed for a helpline, or for the emergency phone or the law of a
    property; nobody decides on their own proposal.

    values: `{field: [old, new]}`, as JSON; the id of a jurisdiction. A new helpline
    has no `helpline` yet, and only the change of a property has a `property`.
    """

    class Action(models.TextChoices):
        ADD = "add", "Add"
        CHANGE = "change", "Change"
        DELETE = "delete", "Delete"

    class State(models.TextChoices):
        WAITING = "waiting", "Waiting"
        APPROVED = "approved", "Approved"
        REFUSED = "refused", "Refused"

    jurisdiction = models.ForeignKey(
        Jurisdiction, on_delete=models.CASCADE, related_name="helpline_changes"
    )
    helpline = models.ForeignKey(
        Helpline, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    property = models.ForeignKey(
        Property, on_delete=models.CASCADE, null=True, related_name="phone_changes"
    )
    action = models.CharField(max_length=6, choices=Action)
    name = models.CharField(max_length=200)
    values = models.JSONField(default=dict)
    state = models.CharField(
        max_length=8, choices=State, default=State.WAITING, db_index=True
    )
    proposed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        related_name="proposed_helpline_changes",
    )
    proposed_at = models.DateTimeField(auto_now_add=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        related_name="decided_helpline_changes",
    )
    decided_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.get_action_display()} {self.name}"
