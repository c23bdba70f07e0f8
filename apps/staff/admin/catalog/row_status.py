"""How far a row has come: its publication, its index and its last editor."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db.models import (
    Case,
    CharField,
    Exists,
    OuterRef,
    Q,
    Subquery,
    Value,
    When,
)

from apps.catalog.models import Item
from apps.knowledge.models import Embedding, HeldSentence, Passage
from apps.llm.embeddings import embedder
from apps.staff.models import Version

PUBLICATION_COLOURS = {
    "draft": "info",
    "live": "success",
    "scheduled": "warning",
    "expired": "danger",
}
INDEX_COLOURS = {
    "off": "info",
    "missing": "danger",
    "failed": "danger",
    "waiting": "warning",
    "held": "warning",
    "ready": "success",
}
INDEX_LABELS = {
    "off": "Not live",
    "missing": "Not indexed",
    "failed": "Keyword only, embedding failed",
    "waiting": "Keyword only, embedding pending",
    "held": "Ready, a sentence held back",
    "ready": "Ready",
}


def publication_status(item: Item, at: datetime) -> str:
    """draft, scheduled, live or expired."""
    if item.status == Item.Status.DRAFT:
        return "draft"
    if item.valid_from and item.valid_from > at:
        return "scheduled"
    if item.valid_to and item.valid_to <= at:
        return "expired"
    return "live"


def annotate(rows: Any) -> Any:
    """Add `index_state`, `indexed_at` of the newest vector, and `editor_name`."""
    versions = Version.objects.filter(item=OuterRef("pk")).order_by("-id")
    vectors = _vectors().order_by("-embedded_at")
    return rows.annotate(
        index_state=_index_state(),
        indexed_at=Subquery(vectors.values("embedded_at")[:1]),
        editor_name=Subquery(versions.values("by__username")[:1]),
    )


def _vectors() -> Any:
    return Embedding.objects.filter(passage__item=OuterRef("pk"), model=embedder().name)


def _index_state() -> Case:
    vectors = _vectors()
    failed = vectors.filter(state=Embedding.State.FAILED)
    not_ready = vectors.exclude(state=Embedding.State.READY)
    passages = Passage.objects.filter(item=OuterRef("pk"))
    without_vector = passages.exclude(embeddings__model=embedder().name)
    held_sentences = HeldSentence.objects.filter(item=OuterRef("pk"))
    return Case(
        When(~Q(status=Item.Status.LIVE), then=Value("off")),
        When(~Exists(passages), then=Value("missing")),
        When(Exists(failed), then=Value("failed")),
        When(Exists(not_ready) | Exists(without_vector), then=Value("waiting")),
        When(Exists(held_sentences), then=Value("held")),
        default=Value("ready"),
        output_field=CharField(),
    )
