"""daphne's websocket, with a limit to what it keeps for one client.

daphne itself takes every frame that comes and buffers every byte that it is given to
send, for as long as the socket is open. For HTTP Twisted has such a limit: it reads no
further request while the client leaves an answer unread.
"""

from __future__ import annotations

import logging
from functools import partial
from typing import Any

from daphne.ws_protocol import WebSocketProtocol
from django.conf import settings

from concierge_project.web import connections, flood_limits
from concierge_project.web.flood_limits import SmallFrames
from concierge_project.web.on_daphne import twisted_internals

log = logging.getLogger(__name__)
CONTINUATION, FIRST_CONTROL = 0, 8  # RFC 6455, section 5.2


class BoundedWebSocket(WebSocketProtocol):
    """Ends when its client floods it, or never reads."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._small_frames = SmallFrames()
        self._is_let_go = False

    def connectionMade(self) -> None:  # noqa: N802
        self._host = self.transport.getPeer().host
        super().connectionMade()

    def connectionLost(self, reason: Any) -> None:  # noqa: N802
        super().connectionLost(reason)
        # It was counted when it was an HTTP connection.
        connections.of_process().close(self._host)

    def dataReceived(self, data: bytes) -> None:  # noqa: N802
        if not self._is_let_go:
            super().dataReceived(data)

    def onFrameBegin(self) -> None:  # noqa: N802
        opcode = self.current_frame.opcode
        is_small = opcode == CONTINUATION or opcode >= FIRST_CONTROL
        if is_small and not self._small_frames.allow_one_more():
            self._say_goodbye(flood_limits.TOO_MANY_SMALL_FRAMES)
        super().onFrameBegin()

    def onMessage(self, payload: bytes, isBinary: bool) -> None:  # noqa: N802, N803
        if self._is_let_go:
            return
        if self.application_queue.qsize() >= flood_limits.MOST_WAITING_FRAMES:
            self._say_goodbye(flood_limits.TOO_MANY_FRAMES)
            return
        # What is left of a frame that is too long is still too long: its sender is
        # told so, and the queue does not grow by what nobody will read.
        super().onMessage(payload[: flood_limits.LONGEST_FRAME_BYTES], isBinary)

    def onPing(self, payload: bytes) -> None:  # noqa: N802
        """Autobahn answers by itself, past the application."""
        if self._is_read():
            super().onPing(payload)

    def serverSend(self, content: Any, binary: bool = False) -> None:  # noqa: N802
        if self._is_read():
            super().serverSend(content, binary)

    def serverClose(self, code: int | None = None) -> None:  # noqa: N802
        if not self._is_let_go:
            super().serverClose(code)

    def _is_read(self) -> bool:
        """False for a client that is let go, or leaves too much unread."""
        if self._is_let_go:
            return False
        is_read = (
            twisted_internals.unsent_bytes(self.transport) <= settings.MAX_UNSENT_BYTES
        )
        if not is_read:
            self._let_go(flood_limits.UNREAD)
        return is_read

    def _say_goodbye(self, reason: str) -> None:
        """The end of a connection that closes at once would overtake the reason."""
        if self._is_let_go:
            return
        self._is_let_go = True
        log.warning(flood_limits.LET_GO, reason)
        self.sendClose(flood_limits.TOO_FAST, flood_limits.TOO_FAST_REASON)
        end = partial(self.dropConnection, abort=True)
        self.factory.reactor.callLater(flood_limits.GOODBYE_SECONDS, end)

    def _let_go(self, reason: str) -> None:
        self._is_let_go = True
        log.warning(flood_limits.LET_GO, reason)
        self.dropConnection(abort=True)
