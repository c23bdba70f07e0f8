"""What is held back of rows and documents."""

from __future__ import annotations

from django.db import models

from apps.catalog.models import Item
from apps.documents.models import Document


class HeldSentence(models.Model):
    """Words of a row or document that guests must not be told.

    No passage holds them until staff have written them in another way.
    """

    class Reason(models.TextChoices):
        ORDER = "order", "It gives orders to the concierge."
        NUMBER = (
            "number",
            "It sends guests in need to a number that is no helpline of the resort, or "
            "tells them not to call.",
        )
        SECRET = (
            "secret",
            "It asks guests for card numbers or passwords, or to pay or confirm at an "
            "address or number that no row of the resort names.",
        )

    item = models.ForeignKey(
        Item, on_delete=models.CASCADE, null=True, related_name="held_sentences"
    )
    document = models.ForeignKey(
        Document, on_delete=models.CASCADE, null=True, related_name="held_sentences"
    )
    field = models.CharField(max_length=40)
    label = models.CharField(max_length=80)
    text = models.TextField()
    reason = models.CharField(
        max_length=6, choices=Reason, default=Reason.ORDER, db_default=Reason.ORDER
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["item", "id"]

    def __str__(self) -> str:
        return self.text[:80]

    @property
    def notice(self) -> str:
        """What staff read where they can reword it."""
        reason = self.get_reason_display()
        remedy = "Guests do not see it until you reword it."
        return f"{self.label}: “{self.text}” {reason} {remedy}"
