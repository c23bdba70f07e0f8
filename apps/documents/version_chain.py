"""Keeps the versions of a document together when one between them is deleted."""

from __future__ import annotations

from typing import Any

from django.db.models import Model
from django.db.models.signals import pre_delete

from apps.documents.models import Document


def connect() -> None:
    pre_delete.connect(_joined, sender=Document, dispatch_uid="document-versions")


def _joined(sender: type[Model], instance: Document, **_: Any) -> None:
    """The versions after it replace the one before it, so that links to that one still
    lead to them. Read again: of several that go together, another may have moved it."""
    before = Document.objects.filter(pk=instance.pk).values_list("replaces", flat=True)
    Document.objects.filter(replaces=instance).update(replaces=before.first())
