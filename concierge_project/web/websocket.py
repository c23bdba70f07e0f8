"""daphne's websocket, with a limit to what it keeps for one client.

daphne itself takes every frame that comes and buffers every byte that it is given to
send, for as long as the socket is open. For HTTP Twisted has such a limit: it reads no
further request while the client leaves an answer unread.
"""

from __future__ import annotations

import logging
import time
from typing import Any

from daphne.ws_protocol import WebSocketProtocol
from django.conf import settings

from concierge_project.web import twisted_internals

log = logging.getLogger(__name__)
# A page sends a frame now and then, and most are handled before the next one comes.
MOST_WAITING_FRAMES = 64
LONGEST_FRAME_BYTES = 128 * 1024
# A browser answers a ping now and then, and sends a long message in a few pieces.
MOST_SMALL_FRAMES = 100  # in a second
CONTINUATION, FIRST_CONTROL = 0, 8  # RFC 6455, section 5.2


class BoundedWebSocket(WebSocketProtocol):
    """Ends when its client floods it, or never reads."""

    _second_began_at = 0.0
    _small_frames = 0

    def onFrameBegin(self) -> None:  # noqa: N802
        """Counts what never reaches the application: pings, pongs and pieces."""
        opcode = self.current_frame.opcode
        if opcode == CONTINUATION or opcode >= FIRST_CONTROL:
            self._count_small_frame()
        super().onFrameBegin()

    def _count_small_frame(self) -> None:
        now = time.monotonic()
        if now - self._second_began_at > 1:
            self._second_began_at, self._small_frames = now, 0
        self._small_frames += 1
        if self._small_frames > MOST_SMALL_FRAMES:
            self._let_go("sends more pings or pieces than a browser does")

    def onMessage(self, payload: bytes, isBinary: bool) -> None:  # noqa: N802, N803
        if self.application_queue.qsize() >= MOST_WAITING_FRAMES:
            self._let_go("sends more than a page does")
            return
        # What is left of a frame that is too long is still too long: its sender is
        # told so, and the queue does not grow by what nobody will read.
        super().onMessage(payload[:LONGEST_FRAME_BYTES], isBinary)

    def onPing(self, payload: bytes) -> None:  # noqa: N802
        """Autobahn answers by itself, past the application."""
        if self._is_read():
            super().onPing(payload)

    def serverSend(self, content: Any, binary: bool = False) -> None:  # noqa: N802
        if self._is_read():
            super().serverSend(content, binary)

    def _is_read(self) -> bool:
        """False for a client that is let go, because it leaves too much unread."""
        is_read = (
            twisted_internals.unsent_bytes(self.transport) <= settings.MAX_UNSENT_BYTES
        )
        if not is_read:
            self._let_go("does not read what it is sent")
        return is_read

    def _let_go(self, reason: str) -> None:
        log.warning("a client %s; its socket is closed", reason)
        self.dropConnection(abort=True)
