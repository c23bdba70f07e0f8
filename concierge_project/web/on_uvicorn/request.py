"""uvicorn's HTTP protocol with daphne's limits: counted, and with deadlines.

The body of a request is read as far as the application asks for it, which refuses one
that is too long (`middleware/request_size.py`); h11 limits the headers.
"""

from __future__ import annotations

from asyncio import TimerHandle, Transport
from typing import Any

import h11
from django.conf import settings
from uvicorn.protocols.http.h11_impl import H11Protocol

from concierge_project.web import connections
from concierge_project.web.connections import LINGER_SECONDS, Refusal

BODY_HEADERS = (b"content-length", b"transfer-encoding")


class BoundedHttp(H11Protocol):
    """Hands its place on to the websocket that it becomes."""

    _deadline: TimerHandle | None = None
    _is_counted = False
    _is_reading_body = False
    _turned_away: Refusal | None = None
    _is_answered = False

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if refusal := connections.of_process().open(host(self)):
            self._turn_away(refusal)
            return
        self._is_counted = True
        self._set_deadline(settings.REQUEST_HEADERS_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._set_deadline(None)
        if self._is_counted:
            connections.of_process().close(host(self))
        if self._turned_away:
            connections.of_process().end_linger()

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if self._turned_away:
            self._answer_refused(self._turned_away)
            return
        if self._deadline is None and self.conn.their_state is h11.IDLE:
            self._set_deadline(settings.REQUEST_HEADERS_SECONDS)
        super().data_received(data)
        if self.conn.their_state is not h11.SEND_BODY:
            self._is_reading_body = False
            if self.conn.their_state is not h11.IDLE:
                self._set_deadline(None)
        elif not self._is_reading_body:
            self._is_reading_body = True
            self._set_deadline(settings.REQUEST_BODY_SECONDS)

    def handle_websocket_upgrade(self, event: Any) -> None:
        self._set_deadline(None)
        super().handle_websocket_upgrade(event)

    def _should_upgrade(self) -> bool:
        """A request with a body makes no websocket."""
        has_body = any(name in BODY_HEADERS for name, _ in self.headers)
        return not has_body and bool(super()._should_upgrade())

    def _set_deadline(self, seconds: float | None) -> None:
        if self._deadline:
            self._deadline.cancel()
        self._deadline = None
        if seconds is not None:
            self._deadline = self.loop.call_later(
                seconds, self._refuse, connections.TOO_SLOW
            )

    def _turn_away(self, refusal: Refusal) -> None:
        """Refuses the request that the client is about to send."""
        if not connections.of_process().begin_linger():
            self._refuse(refusal)
            return
        self._turned_away = refusal
        self.loop.call_later(LINGER_SECONDS, self._refuse, refusal)

    def _answer_refused(self, refusal: Refusal) -> None:
        """Once, and the connection stays open for what the client still sends."""
        if self.transport.can_write_eof() and not self._is_answered:
            self._is_answered = True
            self.transport.write(refusal.as_response())
            self.transport.write_eof()

    def _refuse(self, refusal: Refusal) -> None:
        if not self.transport.is_closing():
            if not self._is_answered:
                self.transport.write(refusal.as_response())
            self.transport.close()


def host(protocol: Any) -> str:
    """Of a protocol of uvicorn; empty for a socket of the file system."""
    return protocol.client[0] if protocol.client else ""
