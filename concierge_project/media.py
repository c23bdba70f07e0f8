"""Serves the pictures of rows and maps; a proxy in front may do it instead."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponseBase
from django.views.decorators.http import require_GET
from django.views.static import serve

# A drawing that somebody opens by its address draws, and does nothing else.
DRAWS_ONLY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"


@require_GET
def show(request: HttpRequest, path: str) -> HttpResponseBase:
    """A picture that changes gets another name, so a browser may keep it."""
    try:
        answer = serve(request, path, document_root=str(settings.MEDIA_ROOT))
    except (OSError, ValueError) as error:
        raise Http404("No file has such a name.") from error
    answer["Content-Security-Policy"] = DRAWS_ONLY
    answer["Cache-Control"] = "public, max-age=604800, immutable"
    return answer
