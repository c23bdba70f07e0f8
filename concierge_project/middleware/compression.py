"""Text is sent compressed; events that stream are not held back for it."""

from __future__ import annotations

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

TEXTS = ("text/", "application/json", "application/javascript", "image/svg+xml")
STREAM = "text/event-stream"


class Compression(GZipMiddleware):
    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        kind = response.headers.get("Content-Type", "")
        if not kind.startswith(TEXTS) or kind.startswith(STREAM):
            return response
        return super().process_response(request, response)
