"""How long it took until guests were answered from a row that was just saved."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import permission_required
from django.http import HttpRequest, JsonResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from apps.catalog.models import Item
from apps.knowledge.models import Embedding, Passage
from apps.llm.embeddings import embedder
from apps.properties import access
from apps.staff.admin import publication_status

# What needs no vector is found by its words at once.
SILENT = {
    "draft": "A draft: guests do not hear of it.",
    "scheduled": "Scheduled: guests hear of it when its time has come.",
    "expired": "Over: guests hear no more of it.",
}


@permission_required("catalog.view_item", raise_exception=True)
def show(request: HttpRequest, item_id: int) -> JsonResponse:
    """`{"done": bool, "says": sentence}`; the page asks until it is done."""
    item = get_object_or_404(Item.objects.select_related("property"), pk=item_id)
    access.insist(request.user, item.property)
    return JsonResponse(told(item))


def told(item: Item) -> dict[str, Any]:
    if silent := SILENT.get(publication_status.of(item, timezone.now())):
        return {"done": True, "says": silent}
    passages = Passage.objects.filter(item_id=item.pk)
    mine = Embedding.objects.filter(passage__in=passages, model=embedder().name)
    if not passages.exists():
        return {"done": True, "says": "Live, but nothing of it can be found."}
    if error := mine.filter(state=Embedding.State.FAILED).first():
        says = f"Live and found by its words; by meaning not yet: {error.error}"
        return {"done": False, "says": says}
    if mine.filter(state=Embedding.State.READY).count() < passages.count():
        return {"done": False, "says": "Live and found by its words; meaning follows."}
    newest = mine.order_by("-embedded_at").values_list("embedded_at", flat=True)[0]
    took = max((newest - item.updated_at).total_seconds(), 0.0) if newest else 0.0
    return {"done": True, "says": f"Live and answerable in {took:.1f} s."}


def line(item: Item, address: str) -> SafeString:
    """For the page after a save; a script asks until the row is answerable."""
    now = told(item)
    if now["done"]:
        return format_html("{}", now["says"])
    return format_html('<span data-answerable="{}">{}</span>', address, now["says"])
