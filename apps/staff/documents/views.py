"""Takes documents from the panel's script, or from its form without a script."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import permission_required
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from apps.documents import kinds, status, uploads
from apps.documents.models import Document
from apps.documents.uploads import RefusedFile, Upload
from apps.infrastructure.postgresql import row_ids
from apps.knowledge.indexing import document_passages
from apps.knowledge.models import HeldSentence
from apps.properties import access
from apps.staff.drafts import row_drafts

Status = Document.Status
SENTENCES = {
    Status.DRAFT: "It has been read and waits as a draft.",
    Status.LIVE: "It is live: guests are answered from it.",
    Status.EXPIRED: "It has expired; guests do not see it.",
}
# Parsing shows no share of its own; vectors take most of the time.
PARSED_PERCENT = 10


def state(document: Document) -> dict[str, Any]:
    """percent: of the reading; 100 once it has ended."""
    return {
        "id": document.pk,
        "title": document.title,
        "status": document.status,
        "label": document.get_status_display(),
        "percent": _percent(document),
        "is_done": document.status != Status.PROCESSING,
        "text": _text(document),
        "url": reverse("admin:documents_document_change", args=[document.pk]),
        "follow": reverse("document-progress", args=[document.pk]),
    }


def _percent(document: Document) -> int:
    if document.status != Status.PROCESSING:
        return 100
    share = document_passages.share_done(document)
    has_sections = bool(share) or document.sections.exists()
    return int(PARSED_PERCENT + (100 - PARSED_PERCENT) * share) if has_sections else 0


def _text(document: Document) -> str:
    if document.status == Status.FAILED:
        return document.error
    if document.status == Status.PROCESSING:
        is_parsed = document.sections.exists()
        return "Its sentences are made findable." if is_parsed else "It is being read."
    text = SENTENCES[Status(document.status)]
    if document.status == Status.DRAFT and status.needs_second_person(document):
        text += " Somebody else has to publish it."
    held = HeldSentence.objects.filter(document=document).count()
    if not held:
        return text
    sentences = "sentence is" if held == 1 else "sentences are"
    return f"{text} {held} {sentences} held back; its page in the admin says why."


ADD, VIEW = "documents.add_document", "documents.view_document"
NO_PROPERTY = "Choose the property that the document is of."


def panel(request: HttpRequest, replaces: Document | None = None) -> dict[str, Any]:
    """The context of the panel; empty for those who may not hand in documents."""
    user: Any = request.user
    if not user.has_perm(ADD):
        return {}
    places = access.properties(user).order_by("name")
    chosen = [replaces.property] if replaces else places
    strict = [place for place in chosen if row_drafts.needs_second_person(place)]
    return {
        "documents_panel": {
            "places": places,
            "strict_places": strict,
            "may_publish": len(strict) < len(chosen),
            "replaces": replaces,
            "endings": ",".join(kinds.BY_ENDING),
            "most_bytes": settings.MAX_DOCUMENT_BYTES,
            "most_megabytes": settings.MAX_DOCUMENT_BYTES // 2**20,
        }
    }


@require_POST
@permission_required(ADD, raise_exception=True)
def upload(request: HttpRequest) -> HttpResponse:
    """One file for a script, which asks for JSON; several from a form."""
    wants_json = "application/json" in request.headers.get("accept", "")
    files = request.FILES.getlist("file")
    try:
        details = _upload(request)
        if wants_json:
            document = uploads.take(details, files[0])
            return JsonResponse(state(document), status=201)
    except RefusedFile as error:
        if wants_json:
            return JsonResponse({"error": str(error)}, status=400)
        messages.error(request, str(error))
    else:
        _take_each(request, details, files)
    return redirect("admin:documents_document_changelist")


def _take_each(
    request: HttpRequest, details: Upload, files: Sequence[UploadedFile[Any]]
) -> None:
    """A refused file does not keep back the others."""
    count = 0
    for file in files:
        try:
            uploads.take(details, file)
        except RefusedFile as error:
            messages.error(request, str(error))
        else:
            count += 1
    if count:
        text = "1 document is" if count == 1 else f"{count} documents are"
        messages.success(request, f"{text} being read.")


@require_GET
@permission_required(VIEW, raise_exception=True)
def follow(request: HttpRequest, document_id: int) -> JsonResponse:
    rows = access.mine(Document.objects.all(), request.user)
    return JsonResponse(state(get_object_or_404(rows, pk=document_id)))


def _upload(request: HttpRequest) -> Upload:
    """Raises RefusedFile for a property, or a document, that is not the user's."""
    if not request.FILES.getlist("file"):
        raise RefusedFile("Choose a file.")
    replaces = None
    if key := request.POST.get("replaces", ""):
        rows = access.mine(Document.objects.select_related("property"), request.user)
        replaces = rows.filter(pk=row_ids.parse(key)).first()
        if replaces is None:
            raise RefusedFile("The document to replace is not there any more.")
    chosen_id = row_ids.parse(request.POST.get("property", "")) or 0
    place_id = replaces.property_id if replaces else chosen_id
    place = access.properties(request.user).filter(pk=place_id).first()
    if place is None:
        raise RefusedFile(NO_PROPERTY)
    is_published = request.POST.get("publish") == "on"
    return Upload(place, request.user, is_published, replaces)
