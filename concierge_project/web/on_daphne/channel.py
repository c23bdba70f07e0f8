"""Twisted's HTTP connection, counted and with deadlines.

Its own timeout begins anew with every byte, so a client that sends one now and then
keeps a connection for as long as it likes.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from twisted.web.http import HTTPChannel

from concierge_project.web import connections
from concierge_project.web.connections import (
    KEEP_ALIVE_SECONDS,
    LINGER_SECONDS,
    Refusal,
)

# Twisted's types know neither the transport's methods nor their arguments.
_HTTPChannel: Any = HTTPChannel


class BoundedChannel(_HTTPChannel):
    """Hands its place on to the websocket that it becomes."""

    _is_counted = False
    _is_reading = True
    _turned_away: Refusal | None = None
    _is_answered = False

    def connectionMade(self) -> None:  # noqa: N802
        self.timeOut = settings.REQUEST_HEADERS_SECONDS
        super().connectionMade()
        refusal = connections.of_process().open(self.transport.getPeer().host)
        if refusal:
            self._turn_away(refusal)
        else:
            self._is_counted = True

    def connectionLost(self, reason: Any) -> None:  # noqa: N802
        super().connectionLost(reason)
        if self._is_counted:
            connections.of_process().close(self.transport.getPeer().host)
        if self._turned_away:
            connections.of_process().end_linger()

    def dataReceived(self, data: bytes) -> None:  # noqa: N802
        if self._turned_away:
            self._answer_refused(self._turned_away)
            return
        if not self._is_reading:
            self._is_reading = True
            self.setTimeout(settings.REQUEST_HEADERS_SECONDS)
        super().dataReceived(data)

    def resetTimeout(self) -> None:  # noqa: N802
        """Called for every piece that comes; a deadline does not move."""

    def requestDone(self, request: Any) -> None:  # noqa: N802
        super().requestDone(request)
        self._is_reading = False
        if self.timeOut:  # None after the last request
            self.setTimeout(KEEP_ALIVE_SECONDS)

    def timeoutConnection(self) -> None:  # noqa: N802
        if self._is_reading:
            self.transport.write(connections.TOO_SLOW.as_response())
        super().timeoutConnection()

    def _turn_away(self, refusal: Refusal) -> None:
        """Refuses the request that the client is about to send."""
        if not connections.of_process().begin_linger():
            self._end_refused(refusal)
            return
        self._turned_away = refusal
        self.setTimeout(None)
        self.callLater(LINGER_SECONDS, self._end_refused, refusal)

    def _answer_refused(self, refusal: Refusal) -> None:
        """Once, and the connection stays open for what the client still sends."""
        if not self._is_answered:
            self._is_answered = True
            self.transport.write(refusal.as_response())
            self.transport.loseWriteConnection()

    def _end_refused(self, refusal: Refusal) -> None:
        if not self._is_answered:
            self.transport.write(refusal.as_response())
        self.transport.loseConnection()
