"""Where a document says something else than a row of the catalog."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from apps.catalog.models import Item
from apps.documents.models import Document
from apps.properties.models import Property


class DisagreementQuerySet(models.QuerySet["Disagreement"]):
    def open(self) -> DisagreementQuerySet:
        """Those that still hold, and that nobody has looked at."""
        return self.filter(settled_at=None, accepted_at=None)


class Disagreement(models.Model):
    """A sentence of a live document with another figure than the row that it names.

    `apps.knowledge.disagreements.findings` writes it. settled_at: since when both
    agree, or one of them is not shown. accepted_at: when staff have said that both are
    right; it holds until either changes.
    """

    class Kind(models.TextChoices):
        HOURS = "hours", "Hours"
        PRICE = "price", "Price"
        AGE = "age", "Minimum age"
        PHONE = "phone", "Phone"

    property = models.ForeignKey(Property, on_delete=models.CASCADE, related_name="+")
    item = models.ForeignKey(Item, on_delete=models.CASCADE, related_name="+")
    document = models.ForeignKey(
        Document, on_delete=models.CASCADE, related_name="disagreements"
    )
    kind = models.CharField(max_length=5, choices=Kind)
    sentence_number = models.PositiveIntegerField()
    page = models.PositiveIntegerField(default=0)
    of_document = models.TextField("the document says")
    of_row = models.TextField("the row says")
    found_at = models.DateTimeField(auto_now_add=True)
    settled_at = models.DateTimeField("settled", null=True)
    accepted_at = models.DateTimeField("accepted", null=True)
    accepted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        related_name="+",
    )

    objects = DisagreementQuerySet.as_manager()

    class Meta:
        ordering = ["-found_at", "-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["document", "item", "kind", "sentence_number"],
                name="disagreement_once_a_sentence",
            )
        ]

    def __str__(self) -> str:
        return f"{self.document} and {self.item}: {self.get_kind_display()}"


class Comparison(models.Model):
    """With which records the documents of a property have been compared last.

    stamp: of the property's snapshot at that moment.
    """

    property = models.OneToOneField(
        Property, on_delete=models.CASCADE, primary_key=True, related_name="+"
    )
    stamp = models.TextField(blank=True)

    def __str__(self) -> str:
        return str(self.property)
