"""How long it takes until a saved row is fully searchable."""

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
from apps.staff.admin.catalog import row_status

# Of rows that guests do not see.
HIDDEN = {
    "draft": "Saved as a draft. Guests do not see it.",
    "scheduled": "Scheduled. Guests do not see it yet.",
    "expired": "Expired. Guests do not see it any more.",
}


@permission_required("catalog.view_item", raise_exception=True)
def show(request: HttpRequest, item_id: int) -> JsonResponse:
    """`{"is_done": bool, "text": sentence}`; the page asks until it is done."""
    item = get_object_or_404(Item.objects.select_related("property"), pk=item_id)
    access.insist(request.user, item.property)
    return JsonResponse(status(item))


def status(item: Item) -> dict[str, Any]:
    publication = row_status.publication_status(item, timezone.now())
    if text := HIDDEN.get(publication):
        return {"is_done": True, "text": text}
    passages = Passage.objects.filter(item_id=item.pk)
    vectors = Embedding.objects.filter(passage__in=passages, model=embedder().name)
    if not passages.exists():
        return {"is_done": True, "text": "Live, but not searchable."}
    if error := vectors.filter(state=Embedding.State.FAILED).first():
        text = f"Live, searchable by keyword only: {error.error}"
        return {"is_done": False, "text": text}
    if vectors.filter(state=Embedding.State.READY).count() < passages.count():
        return {"is_done": False, "text": "Live, searchable by keyword; indexing…"}
    newest = vectors.order_by("-embedded_at").values_list("embedded_at", flat=True)[0]
    age = (newest - item.updated_at).total_seconds() if newest else 0.0
    return {
        "is_done": True,
        "text": f"Live and searchable after {max(age, 0.0):.1f} s.",
    }


def message(item: Item, url: str) -> SafeString:
    """For the page after a save; a script polls the URL until the status is final."""
    current = status(item)
    if current["is_done"]:
        return format_html("{}", current["text"])
    return format_html('<span data-edit-latency="{}">{}</span>', url, current["text"])
