"""daphne's HTTP request, with a limit to what it reads.

daphne hands a request to the application when all of its body has come, however long
that is. This one is handed over as soon as it is too large, and nothing more is read
of it; the application then refuses it (`middleware/request_size.py`).
"""

from __future__ import annotations

from typing import Any
from urllib.parse import unquote

from daphne.http_protocol import WebRequest

from concierge_project.middleware import request_size


class BoundedRequest(WebRequest):
    """Leaves a body unread that its address does not take, and closes the connection.

    Two names of Twisted's channel are private: the path, which the request itself
    learns too late, and the decoder of a chunked body. Without them every request
    with a body fails.
    """

    _unread_bytes = 0

    def gotLength(self, length: int | None) -> None:  # noqa: N802
        """Called once the headers are read; None for a chunked body."""
        super().gotLength(length)
        path = self.channel._path.split(b"?", 1)[0]
        self._unread_bytes = request_size.limit(unquote(path.decode("latin-1")))
        if length is not None and length > self._unread_bytes:
            self._refuse()
            # The channel goes on as if there was no body.
            self.channel.length = 0

    def handleContentChunk(self, chunk: bytes) -> None:  # noqa: N802
        super().handleContentChunk(chunk)
        self._unread_bytes -= len(chunk)
        if self._unread_bytes < 0:
            self._refuse()
            decoder = self.channel._transferDecoder
            decoder.dataCallback = decoder.finishCallback = _ignore
            self.channel.allContentReceived()

    def _refuse(self) -> None:
        self.channel.persistent = 0
        # No invitation to send the body, and no websocket, instead of the refusal.
        self.requestHeaders.removeHeader(b"Expect")
        self.requestHeaders.removeHeader(b"Upgrade")


def _ignore(chunk: Any) -> None:
    """What had come with the piece that was too much."""
