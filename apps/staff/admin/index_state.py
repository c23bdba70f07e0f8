"""How far a row is on its way to the guests, in one word for the list."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import (
    Case,
    CharField,
    Exists,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
    When,
)
from django.http import HttpRequest

from apps.catalog.models import Item
from apps.knowledge.models import Embedding, HeldSentence, Passage
from apps.llm.embeddings import embedder

# State -> colour of its label; the words that staff read are in WORDS.
COLOURS = {
    "off": "info",
    "missing": "danger",
    "failed": "danger",
    "waiting": "warning",
    "held": "warning",
    "ready": "success",
}
WORDS = {
    "off": "Not live",
    "missing": "Not indexed",
    "failed": "By words only, failed",
    "waiting": "By words, meaning soon",
    "held": "Ready, a sentence held back",
    "ready": "Ready",
}


def annotated(rows: Any) -> Any:
    """Rows with `index_state`, and `indexed_at` of the newest vector."""
    mine = Embedding.objects.filter(passage__item=OuterRef("pk"), model=embedder().name)
    unready = mine.exclude(state=Embedding.State.READY)
    passages = Passage.objects.filter(item=OuterRef("pk"))
    without = passages.exclude(embeddings__model=embedder().name)
    held = HeldSentence.objects.filter(item=OuterRef("pk"))
    newest = mine.order_by("-embedded_at").values("embedded_at")[:1]
    state = Case(
        When(~Q(status=Item.Status.LIVE), then=Value("off")),
        When(~Exists(passages), then=Value("missing")),
        When(Exists(mine.filter(state=Embedding.State.FAILED)), then=Value("failed")),
        When(Exists(unready) | Exists(without), then=Value("waiting")),
        When(Exists(held), then=Value("held")),
        default=Value("ready"),
        output_field=CharField(),
    )
    return rows.annotate(index_state=state, indexed_at=Subquery(newest))


class IndexFilter(admin.SimpleListFilter):
    title = "index"
    parameter_name = "index"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return list(WORDS.items())

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[Any]
    ) -> QuerySet[Any] | None:
        return queryset.filter(index_state=self.value()) if self.value() else None
