"""Takes documents from the panel's script, or from its form without a script."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import permission_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_GET, require_POST

from apps.documents import kinds, uploads
from apps.documents.models import Document
from apps.documents.uploads import RefusedFile, Upload
from apps.properties import access
from apps.staff.documents import progress

ADD, VIEW = "documents.add_document", "documents.view_document"
NO_PROPERTY = "Choose the property that the document is of."


def panel(request: HttpRequest, replaces: Document | None = None) -> dict[str, Any]:
    """The context of the panel; empty for those who may not hand in documents."""
    user: Any = request.user
    if not user.has_perm(ADD):
        return {}
    return {
        "documents_panel": {
            "places": access.properties(user).order_by("name"),
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
        upload_details = _upload(request)
        documents = [uploads.take(upload_details, file) for file in files]
    except RefusedFile as error:
        if wants_json:
            return JsonResponse({"error": str(error)}, status=400)
        messages.error(request, str(error))
        return redirect("admin:documents_document_changelist")
    if wants_json:
        return JsonResponse(progress.of(documents[0]), status=201)
    messages.success(request, f"{len(documents)} documents are being read.")
    return redirect("admin:documents_document_changelist")


@require_GET
@permission_required(VIEW, raise_exception=True)
def follow(request: HttpRequest, document_id: int) -> JsonResponse:
    rows = access.mine(Document.objects.all(), request.user)
    return JsonResponse(progress.of(get_object_or_404(rows, pk=document_id)))


def _upload(request: HttpRequest) -> Upload:
    """Raises RefusedFile for a property, or a document, that is not the user's."""
    if not request.FILES:
        raise RefusedFile("Choose a file.")
    replaces = None
    rows = access.mine(Document.objects.select_related("property"), request.user)
    if key := request.POST.get("replaces", ""):
        replaces = rows.filter(pk=key).first() if key.isdigit() else None
        if replaces is None:
            raise RefusedFile("The document to replace is not there any more.")
    key = str(replaces.property_id) if replaces else request.POST.get("property", "")
    place = None
    if key.isdigit():
        place = access.properties(request.user).filter(pk=key).first()
    if place is None:
        raise RefusedFile(NO_PROPERTY)
    is_published = request.POST.get("publish") == "on"
    return Upload(place, request.user, is_published, replaces)
