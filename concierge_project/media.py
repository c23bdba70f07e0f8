"""Serves the pictures of rows and maps; a proxy in front may do it instead."""

from __future__ import annotations

import posixpath

from django.conf import settings
from django.http import FileResponse, Http404, HttpRequest, HttpResponseBase
from django.views.decorators.http import require_GET
from django.views.static import serve

from apps.infrastructure import stored_files

# A drawing that somebody opens by its address draws, and does nothing else.
DRAWS_ONLY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"


@require_GET
def show(request: HttpRequest, path: str) -> HttpResponseBase:
    """A picture that changes gets another name, so a browser may keep it."""
    # `pictures/../documents/` would lead to what is not for everybody.
    if posixpath.normpath(path) != path:
        raise Http404("No file has such a name.")
    try:
        answer = _file(request, path)
    except (OSError, ValueError) as error:
        raise Http404("No file has such a name.") from error
    answer["Content-Security-Policy"] = DRAWS_ONLY
    answer["Cache-Control"] = "public, max-age=604800, immutable"
    return answer


def _file(request: HttpRequest, path: str) -> HttpResponseBase:
    """Raises OSError, ValueError or Http404 where there is none."""
    if stored_files.are_local():
        return serve(request, path, document_root=str(settings.MEDIA_ROOT))
    return FileResponse(stored_files.read(path), filename=posixpath.basename(path))
