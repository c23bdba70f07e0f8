"""One page of a document, with the quoted sentence marked on it."""

from __future__ import annotations

import logging
from collections.abc import Collection
from contextlib import AbstractContextManager
from typing import Any
from uuid import UUID

from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_GET

from apps.documents import sandbox, viewing
from apps.documents.models import Document
from apps.documents.viewing import View
from apps.infrastructure import database_scope
from apps.infrastructure.postgresql import row_ids
from apps.knowledge.models import HeldSentence
from apps.properties import access
from apps.properties.models import Property
from apps.webchat.page import texts

log = logging.getLogger(__name__)
PERMISSION = "documents.view_document"
# In the query of the newest version, for those who followed the link to an older one.
IN_PLACE_OF_ANOTHER = "replaced"
# A page that is withdrawn is gone from browsers, too, within a minute.
CACHING = "private, max-age=60, must-revalidate"


@require_GET
def show(request: HttpRequest, slug: str, public_id: UUID) -> HttpResponse:
    """?sentence= its number, or ?page=; without either the first page.

    The address of a version that is not shown any more leads to the newest one.
    """
    with _at(slug):
        document = _stored(slug, public_id)
        if _is_shown(request, document):
            return _show(request, document)
        return _to_newest(request, document)


def _show(request: HttpRequest, document: Document) -> HttpResponse:
    page, sentence = _number(request, "page"), _number(request, "sentence")
    view = viewing.of(document, page, sentence, _held(document))
    page_texts = texts.of_request(request)
    facts = {"number": str(view.number), "count": str(view.count)}
    context = {
        "document": document,
        "property": document.property,
        "view": view,
        "drawing": _drawing(document, view),
        "has_pictures": viewing.has_pictures(document),
        "is_in_place_of_another": IN_PLACE_OF_ANOTHER in request.GET,
        "words": page_texts.document(**facts),
        "previous": view.number - 1,
        "next": view.number + 1 if view.number < view.count else 0,
    }
    response = texts.render(request, "webchat/documents/page.html", page_texts, context)
    response["X-Robots-Tag"] = "noindex"
    return response


def _to_newest(request: HttpRequest, document: Document) -> HttpResponse:
    """To the same sentence where it stands there too. Raises Http404 without one."""
    newest = document.newest_shown_at(timezone.now())
    if newest is None:
        raise Http404
    query = request.GET.copy()
    for name in ("page", "sentence"):
        query.pop(name, None)
    marked = _number(request, "sentence")
    if number := marked and viewing.same_sentence(document, marked, newest):
        query["sentence"] = str(number)
    query[IN_PLACE_OF_ANOTHER] = "1"
    page = reverse("document", args=[newest.property.slug, newest.public_id])
    return redirect(f"{page}?{query.urlencode()}")


def _number(request: HttpRequest, name: str) -> int:
    return row_ids.parse(request.GET.get(name, "")) or 0


@require_GET
def picture(
    request: HttpRequest, slug: str, public_id: UUID, number: int
) -> HttpResponseBase:
    """One page of a PDF as PNG; browsers ask again whether it is still shown."""
    with _at(slug):
        document = _document(request, slug, public_id)
        held = _held(document)
    if not (viewing.has_pictures(document) and 1 <= number <= document.pages):
        raise Http404
    # A new version has another address.
    etag = f'"{document.public_id}-{viewing.picture(document, number, held).stem}"'
    unchanged = get_conditional_response(request, etag=etag)
    response = unchanged or _drawn_page(document, number, held)
    response["ETag"] = etag
    response["Cache-Control"] = CACHING
    return response


def _drawn_page(document: Document, number: int, held: Collection[str]) -> FileResponse:
    """Raises Http404 where it cannot be drawn."""
    path = viewing.picture(document, number, held)
    try:
        if not path.exists():
            viewing.drawn(document, number, held=held)
        return FileResponse(path.open("rb"), content_type="image/png")
    except (sandbox.UnreadableFile, OSError) as error:
        log.warning("page %d of %s is not drawn: %s", number, document.pk, error)
        raise Http404("The page cannot be drawn.") from error


def _at(slug: str) -> AbstractContextManager[None]:
    """The rows of the property; raises Http404 where there is none."""
    place = get_object_or_404(Property.objects.only("pk"), slug=slug)
    return database_scope.scoped_to(place.pk)


def _document(request: HttpRequest, slug: str, public_id: UUID) -> Document:
    """Raises Http404 for a document that is not shown to this person now."""
    document = _stored(slug, public_id)
    if not _is_shown(request, document):
        raise Http404
    return document


def _stored(slug: str, public_id: UUID) -> Document:
    """Raises Http404."""
    rows = Document.objects.select_related("property")
    return get_object_or_404(rows, property__slug=slug, public_id=public_id)


def _is_shown(request: HttpRequest, document: Document) -> bool:
    """To this person now."""
    is_public = document.is_shown_at(timezone.now())
    return is_public or _may_review(request.user, document)


def _held(document: Document) -> list[str]:
    """What gives orders to the concierge: guests are neither told nor shown it."""
    held = HeldSentence.objects.filter(document=document)
    return list(held.values_list("text", flat=True))


def _may_review(user: Any, document: Document) -> bool:
    if not (user.is_active and user.is_staff and user.has_perm(PERMISSION)):
        return False
    return access.properties(user).filter(pk=document.property_id).exists()


def _drawing(document: Document, view: View) -> dict[str, Any] | None:
    """None where there is no picture; the text alone is shown then."""
    if not viewing.has_pictures(document):
        return None
    try:
        return viewing.drawn(document, view.number, view.quote, _held(document))
    except sandbox.UnreadableFile as error:
        log.warning("page %d of %s has no picture: %s", view.number, document.pk, error)
        return None
