"""Documents of a property, and the sections that were read from them."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.db import models
from django.db.models import Q

from apps.documents import kinds
from apps.properties.models import Property


class DocumentQuerySet(models.QuerySet["Document"]):
    def of(self, place: Property) -> DocumentQuerySet:
        return self.filter(property=place)

    def in_use(self) -> DocumentQuerySet:
        """Those whose file is here already when it comes again."""
        return self.filter(status__in=Document.IN_USE)


def stored_name(document: Document, file_name: str) -> str:
    """A name that nobody guesses, and that no file name of a stranger shapes."""
    ending = next(end for end, kind in kinds.BY_ENDING.items() if kind == document.kind)
    return f"documents/{document.property_id}/{document.public_id}{ending}"


class Document(models.Model):
    """A file that staff have handed in; guests are answered from it while it is live.

    `apps.documents.status` is the one writer of the status.
    """

    class Status(models.TextChoices):
        PROCESSING = "processing", "Being read"
        DRAFT = "draft", "Draft"
        LIVE = "live", "Live"
        FAILED = "failed", "Failed"
        EXPIRED = "expired", "Expired"

    IN_USE = (Status.PROCESSING, Status.DRAFT, Status.LIVE)

    public_id = models.UUIDField(default=uuid4, unique=True, editable=False)
    property = models.ForeignKey(
        Property, on_delete=models.CASCADE, related_name="documents"
    )
    title = models.CharField(max_length=200, help_text="Guests see it as the source.")
    kind = models.CharField(
        max_length=8, choices=list(kinds.NAMES.items()), editable=False
    )
    file = models.FileField(upload_to=stored_name, max_length=200, editable=False)
    file_name = models.CharField(max_length=200, editable=False)
    sha256 = models.CharField(max_length=64, editable=False)
    size = models.PositiveIntegerField("bytes", editable=False)
    language = models.CharField(max_length=10, default="en", editable=False)
    pages = models.PositiveIntegerField(default=0, editable=False)
    status = models.CharField(
        max_length=10, choices=Status, default=Status.PROCESSING, editable=False
    )
    is_published_when_read = models.BooleanField(default=True, editable=False)
    error = models.CharField(max_length=300, blank=True, editable=False)
    version = models.PositiveIntegerField(default=1, editable=False)
    replaces = models.ForeignKey(
        "self",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        editable=False,
        related_name="newer",
    )
    valid_from = models.DateField(
        "first day", null=True, blank=True, help_text="Empty: from now on."
    )
    valid_until = models.DateField(
        "last day", null=True, blank=True, help_text="Empty: until it is withdrawn."
    )
    uploaded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        editable=False,
        related_name="+",
    )
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    objects = DocumentQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["property", "sha256"],
                condition=Q(status__in=["processing", "draft", "live"]),
                name="document_once_a_property",
            ),
            models.CheckConstraint(
                condition=Q(valid_from=None)
                | Q(valid_until=None)
                | Q(valid_until__gte=models.F("valid_from")),
                name="document_days_in_order",
                violation_error_message="The last day is before the first one.",
            ),
        ]

    def __str__(self) -> str:
        return self.title

    def is_valid_at(self, moment: datetime) -> bool:
        """By the days of the property."""
        day = moment.astimezone(self.property.zone).date()
        has_begun = self.valid_from is None or self.valid_from <= day
        return has_begun and (self.valid_until is None or day <= self.valid_until)

    def is_shown_at(self, moment: datetime) -> bool:
        """Whether guests are answered from it and may open it."""
        return self.status == self.Status.LIVE and self.is_valid_at(moment)

    def newest_shown_at(self, moment: datetime) -> Document | None:
        """The last of the versions after it that guests may open."""
        versions = [self]
        for version in versions:  # grows while the versions are followed
            versions += version.newer.select_related("property").order_by("pk")
        shown = (own for own in versions[:0:-1] if own.is_shown_at(moment))
        return next(shown, None)


class Section(models.Model):
    """What stands below one heading of a document.

    heading: with those above it. parts: paragraphs and lines of tables, each
    {"text", "page", "kind"}; the page is 0 where the file has none.
    """

    document = models.ForeignKey(
        Document, on_delete=models.CASCADE, related_name="sections"
    )
    number = models.PositiveIntegerField()
    heading = models.CharField(max_length=500, blank=True)
    parts: Any = models.JSONField(default=list)

    class Meta:
        ordering = ["document", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["document", "number"], name="section_once_a_document"
            )
        ]

    def __str__(self) -> str:
        return self.heading or f"Section {self.number}"
