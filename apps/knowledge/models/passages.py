"""Passages of rows and documents, their vectors, and how guests ask for fields."""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict

from django.conf import settings
from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVector, SearchVectorField
from django.db import models
from pgvector.django import VectorField

from apps.catalog.models import Item
from apps.documents.models import Document, Section
from apps.knowledge.indexing import phrasing_text
from apps.knowledge.vector_array import VectorArrayField
from apps.language import detect
from apps.properties.models import Property


class Sentence(TypedDict):
    """One fact of a passage: the row's field, the value quoted, the words.

    chance: that it answers the question, in the results of a search only. in_language:
    the text in the guest's language, there too, where code computes it, and
    value_in_language its value. page, number: of a sentence of a document; url: where
    it is marked, in the results of a search.
    """

    field: str
    label: str
    value: str
    text: str
    chance: NotRequired[float]
    in_language: NotRequired[str]
    value_in_language: NotRequired[str]
    page: NotRequired[int]
    number: NotRequired[int]
    url: NotRequired[str]


class Passage(models.Model):
    """A piece of one catalog row or document, small enough to be found and quoted.

    `item` owns the text; `subject` is the row it talks about: the item itself, or
    the row that a question and answer belong to. A piece of a document has neither, but
    its section.
    """

    property = models.ForeignKey(Property, on_delete=models.CASCADE)
    item = models.ForeignKey(
        Item, on_delete=models.CASCADE, null=True, related_name="passages"
    )
    subject = models.ForeignKey(
        Item, on_delete=models.CASCADE, null=True, related_name="passages_about"
    )
    document = models.ForeignKey(Document, on_delete=models.CASCADE, null=True)
    section = models.ForeignKey(Section, on_delete=models.CASCADE, null=True)
    field_group = models.CharField(max_length=20)
    position = models.PositiveSmallIntegerField(default=0)
    title = models.CharField(max_length=260)
    text = models.TextField()
    sentences = models.JSONField(default=list)
    language = models.CharField(max_length=10, default="en")
    content_hash = models.CharField(max_length=64)
    revision = models.PositiveIntegerField()
    created_at = models.DateTimeField(auto_now_add=True)
    search = models.GeneratedField(
        expression=SearchVector("title", weight="A", config="english")
        + SearchVector("text", weight="B", config="english"),
        output_field=SearchVectorField(),
        db_persist=True,
    )

    class Meta:
        ordering = ["item", "field_group", "position"]
        constraints = [
            models.UniqueConstraint(
                fields=["item", "field_group", "position"], name="passage_once"
            ),
            models.UniqueConstraint(
                fields=["document", "position"], name="passage_once_a_document"
            ),
            models.CheckConstraint(
                condition=models.Q(
                    item__isnull=False,
                    subject__isnull=False,
                    document=None,
                    section=None,
                )
                | models.Q(
                    item=None,
                    subject=None,
                    document__isnull=False,
                    section__isnull=False,
                ),
                name="passage_of_row_or_document",
            ),
        ]
        indexes = [
            GinIndex(fields=["search"], name="passage_search"),
            models.Index(fields=["property", "subject"]),
        ]

    def __str__(self) -> str:
        return f"{self.title} ({self.field_group})"


def item_of(passage: Passage) -> Item:
    """The row of a passage of the catalog; raises ValueError for one of a document."""
    if passage.item is None:
        raise ValueError(f"{passage} belongs to a document.")
    return passage.item


class Embedding(models.Model):
    """The vector of a passage under one model; several models live side by side."""

    class State(models.TextChoices):
        PENDING = "pending", "Pending"
        READY = "ready", "Ready"
        FAILED = "failed", "Failed"

    passage = models.ForeignKey(
        Passage, on_delete=models.CASCADE, related_name="embeddings"
    )
    property = models.ForeignKey(Property, on_delete=models.CASCADE)
    model = models.CharField(max_length=80)
    vector = VectorField(null=True)
    # Of each sentence of the text alone, under the local model only: a long passage
    # answers with one of its sentences.
    sentence_vectors = VectorArrayField(VectorField(), null=True, editable=False)
    # Of each statement, under the local model only: see `statements.vectors`.
    statement_vectors = models.BinaryField(null=True, editable=False)
    state = models.CharField(max_length=8, choices=State, default=State.PENDING)
    error = models.CharField(max_length=300, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)
    embedded_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["passage", "model"], name="embedding_once_a_model"
            ),
            models.CheckConstraint(
                condition=~models.Q(state="ready") | models.Q(vector__isnull=False),
                name="embedding_ready_has_a_vector",
            ),
        ]
        indexes = [models.Index(fields=["property", "model", "state"])]

    def __str__(self) -> str:
        return f"{self.passage}, {self.model}: {self.state}"


class SnapshotStamp(models.Model):
    """The transaction that has changed a property's records last.

    Triggers write it (migration 0005). A property has as many of these rows as
    transactions have changed it at once: each takes a row that no other one is writing,
    so nobody waits for anybody. Together the rows differ after every change.
    """

    # Also while the property is deleted: its rows go first, and are changes too.
    property = models.ForeignKey(
        Property, on_delete=models.DO_NOTHING, db_constraint=False, related_name="+"
    )
    transaction = models.BigIntegerField()

    def __str__(self) -> str:
        return f"{self.property_id}: {self.transaction}"


class Phrasing(models.Model):
    """A question that one field of a row answers, in the words of a guest.

    It is never quoted: the ranking compares it with what guests ask.
    """

    class Source(models.TextChoices):
        STAFF = "staff", "Staff"
        GAP = "gap", "Gap"

    item = models.ForeignKey(Item, on_delete=models.CASCADE, related_name="phrasings")
    field = models.CharField("answered by", max_length=40)
    text = models.CharField(
        "question",
        max_length=200,
        validators=[phrasing_text.insist],
        help_text="As a guest writes it, with the name where it needs one.",
    )
    language = models.CharField(max_length=10, default="en", editable=False)
    source = models.CharField(
        max_length=5, choices=Source, default=Source.STAFF, editable=False
    )
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        editable=False,
        related_name="+",
    )
    created_at = models.DateTimeField(auto_now_add=True)
    # Of the local model, in half precision: see `indexing.phrasings`.
    vector = models.BinaryField(null=True, editable=False)

    class Meta:
        ordering = ["item", "field", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["item", "field", "text"],
                name="phrasing_once_a_field",
                violation_error_message="This question stands there already.",
            )
        ]

    def __str__(self) -> str:
        return self.text

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Its vector is computed again, and its language read again."""
        self.vector, self.language = None, detect.detect(self.text)
        super().save(*args, **kwargs)
