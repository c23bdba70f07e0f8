"""Serves the bundles; browsers keep one for as long as its address names it."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from apps.webchat.bundles import files

FOR_EVER = "public, max-age=31536000, immutable"


@require_safe
def show(request: HttpRequest, digest: str, name: str) -> HttpResponse:
    """The content as it is now; an address of another release is not kept.

    Raises Http404 for another name.
    """
    if name not in files.TYPES:
        raise Http404
    content_type = f"{files.TYPES[name]}; charset=utf-8"
    response = HttpResponse(files.text(name), content_type=content_type)
    is_this = digest == files.digest(name)
    response["Cache-Control"] = FOR_EVER if is_this else "no-cache"
    return response
