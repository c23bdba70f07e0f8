"""One page of a document, with the quoted sentence marked on it."""

from __future__ import annotations

import logging
from typing import Any
from uuid import UUID

from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.views.decorators.http import require_GET

from apps.documents import sandbox, viewing
from apps.documents.models import Document
from apps.documents.viewing import View
from apps.infrastructure import row_ids
from apps.properties import access
from apps.webchat.page import localised, texts

log = logging.getLogger(__name__)
PERMISSION = "documents.view_document"


@require_GET
def show(request: HttpRequest, slug: str, public_id: UUID) -> HttpResponse:
    """?sentence= its number, or ?page=; without either the first page."""
    document = _document(request, slug, public_id)
    page, sentence = (
        row_ids.parse(request.GET.get(name, "")) or 0 for name in ("page", "sentence")
    )
    view = viewing.of(document, page, sentence)
    page_texts = texts.of_request(request)
    facts = {"number": str(view.number), "count": str(view.count)}
    context = {
        "document": document,
        "property": document.property,
        "view": view,
        "drawing": _drawing(document, view),
        "has_pictures": viewing.has_pictures(document),
        "words": page_texts.document(**facts),
        "previous": view.number - 1,
        "next": view.number + 1 if view.number < view.count else 0,
    }
    response = localised.render(
        request, "webchat/documents/page.html", page_texts, context
    )
    response["X-Robots-Tag"] = "noindex"
    return response


@require_GET
def picture(
    request: HttpRequest, slug: str, public_id: UUID, number: int
) -> FileResponse:
    """One page of a PDF as PNG."""
    document = _document(request, slug, public_id)
    if not (viewing.has_pictures(document) and 1 <= number <= document.pages):
        raise Http404
    path = viewing.picture(document, number)
    try:
        if not path.exists():
            viewing.drawn(document, number)
        response = FileResponse(path.open("rb"), content_type="image/png")
    except (sandbox.UnreadableFile, OSError) as error:
        log.warning("page %d of %s is not drawn: %s", number, document.pk, error)
        raise Http404("The page cannot be drawn.") from error
    # A new version has another address.
    response["Cache-Control"] = "private, max-age=86400"
    return response


def _document(request: HttpRequest, slug: str, public_id: UUID) -> Document:
    """Raises Http404 for a document that is not shown to this person now."""
    rows = Document.objects.select_related("property")
    document = get_object_or_404(rows, property__slug=slug, public_id=public_id)
    if not (
        document.is_shown_at(timezone.now()) or _may_review(request.user, document)
    ):
        raise Http404
    return document


def _may_review(user: Any, document: Document) -> bool:
    if not (user.is_active and user.is_staff and user.has_perm(PERMISSION)):
        return False
    return access.properties(user).filter(pk=document.property_id).exists()


def _drawing(document: Document, view: View) -> dict[str, Any] | None:
    """None where there is no picture; the text alone is shown then."""
    if not viewing.has_pictures(document):
        return None
    try:
        return viewing.drawn(document, view.number, view.quote)
    except sandbox.UnreadableFile as error:
        log.warning("page %d of %s has no picture: %s", view.number, document.pk, error)
        return None
