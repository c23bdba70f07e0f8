"""uvicorn's websocket without I/O of its own, with daphne's limits.

uvicorn stops reading while the application has a message to handle, and lets it wait
while the client reads nothing, for as long as the socket is open.
"""

from __future__ import annotations

import logging
from asyncio.transports import BaseTransport
from contextlib import suppress
from typing import Any

from django.conf import settings
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from concierge_project.web import connections, flood_limits
from concierge_project.web.flood_limits import SmallFrames
from concierge_project.web.on_uvicorn.request import host

# The methods below are called by code that nobody has promised to keep.
WRITTEN_FOR = {"uvicorn": "0.54.0", "websockets": "17.4"}
log = logging.getLogger(__name__)
# All frames of a piece are parsed before the first of them is counted.
PIECE_BYTES = 4096
# A client that is told goodbye and neither reads nor answers is left after this time.
CLOSE_SECONDS = 5.0
# Of a character in UTF-8: 10xxxxxx.
CONTINUATION_BYTE = 0x80


class BoundedWebSocket(WebSocketsSansIOProtocol):
    """Ends when its client floods it, or never reads."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._small_frames = SmallFrames()
        self._is_let_go = False

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        # Below this limit the application never waits for a client that reads slowly.
        self.transport.set_write_buffer_limits(high=settings.MAX_UNSENT_BYTES)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        # It was counted when it was an HTTP connection.
        connections.of_process().close(host(self))

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), PIECE_BYTES):
            if self._is_let_go or self.transport.is_closing():
                return
            super().data_received(data[start : start + PIECE_BYTES])

    def handle_ping(self) -> None:
        """websockets has written the answer already."""
        if self._is_allowed_small_frame() and self._is_read():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._is_allowed_small_frame():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        if self._is_allowed_small_frame():
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        if self._is_let_go:
            return
        if self.queue.qsize() >= flood_limits.MOST_WAITING_FRAMES:
            self._say_goodbye(flood_limits.TOO_MANY_FRAMES)
            return
        # What is left of a frame that is too long is still too long, as on daphne.
        self.frames = [_cut(b"".join(self.frames))]
        super().send_receive_event_to_app()

    async def send(self, message: Any) -> None:
        """Like daphne's, says nothing to a client that is gone."""
        if message["type"] == "websocket.send" and not self._is_read():
            return
        if self._is_let_go:  # it has been closed already
            return
        with suppress(ClientDisconnected):
            await super().send(message)
        if message["type"] == "websocket.close":
            # Closing waits until everything is sent, and so for ever.
            self.loop.call_later(CLOSE_SECONDS, self.transport.abort)

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.transport.abort()

    def _is_allowed_small_frame(self) -> bool:
        is_allowed = self._small_frames.allow_one_more()
        if not is_allowed:
            self._say_goodbye(flood_limits.TOO_MANY_SMALL_FRAMES)
        return is_allowed

    def _is_read(self) -> bool:
        """False for a client that is let go, or leaves too much unread."""
        if self._is_let_go:
            return False
        is_read = self.transport.get_write_buffer_size() <= settings.MAX_UNSENT_BYTES
        if not is_read:
            self._let_go(flood_limits.UNREAD)
        return is_read

    def _say_goodbye(self, reason: str) -> None:
        """The end of a connection that closes at once would overtake the reason."""
        if self._is_let_go or self.close_sent or self.transport.is_closing():
            return
        self._is_let_go = self.close_sent = True
        log.warning(flood_limits.LET_GO, reason)
        self.conn.send_close(flood_limits.TOO_FAST, flood_limits.TOO_FAST_REASON)
        self.transport.write(b"".join(self.conn.data_to_send()))
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        self.loop.call_later(flood_limits.GOODBYE_SECONDS, self.transport.abort)

    def _let_go(self, reason: str) -> None:
        if not self.transport.is_closing():
            log.warning(flood_limits.LET_GO, reason)
            self.transport.abort()


def _cut(data: bytes) -> bytes:
    """The longest beginning that is allowed, with whole characters."""
    size = flood_limits.LONGEST_FRAME_BYTES
    if len(data) <= size:
        return data
    while data[size] & 0xC0 == CONTINUATION_BYTE:
        size -= 1
    return data[:size]
