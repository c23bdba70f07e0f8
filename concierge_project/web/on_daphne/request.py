"""daphne's HTTP request, with a limit to what it reads.

daphne hands a request to the application when all of its body has come, however long
that is. This one is handed over as soon as it is too large, and nothing more is read
of it; the application then refuses it (`middleware/request_size.py`).
"""

from __future__ import annotations

from urllib.parse import unquote

from daphne.http_protocol import WebRequest
from django.conf import settings

from concierge_project.middleware import request_size
from concierge_project.web.on_daphne import twisted_internals


class BoundedRequest(WebRequest):
    """Refuses a body that its address does not take, and reads no more of it."""

    _unread_bytes = 0

    def gotLength(self, length: int | None) -> None:  # noqa: N802
        """Called once the headers are read; None for a chunked body."""
        super().gotLength(length)
        self.channel.setTimeout(settings.REQUEST_BODY_SECONDS)
        path = twisted_internals.path(self.channel)
        cookie = b"; ".join(self.requestHeaders.getRawHeaders(b"cookie", []))
        address = unquote(path.decode("latin-1"))
        self._unread_bytes = request_size.limit(address, cookie)
        if length is not None and length > self._unread_bytes:
            self._refuse()
            twisted_internals.expect_no_body(self.channel)

    def handleContentChunk(self, chunk: bytes) -> None:  # noqa: N802
        super().handleContentChunk(chunk)
        self._unread_bytes -= len(chunk)
        if self._unread_bytes < 0:
            self._refuse()
            twisted_internals.discard_chunked_body(self.channel)

    def _refuse(self) -> None:
        self.channel.persistent = 0
        # No invitation to send the body, and no websocket, instead of the refusal.
        self.requestHeaders.removeHeader(b"Expect")
        self.requestHeaders.removeHeader(b"Upgrade")
