"""Mail by SMTP, within a time for the whole of a message and not only for each read.

A server that sends a byte now and then would hold a worker for as long as it likes.
"""

from __future__ import annotations

import smtplib
import socket
from contextlib import suppress
from threading import Timer
from typing import Any

from django.core.mail.backends import smtp

# From the connection to the end of its last message.
MOST_SECONDS = 45.0


class BoundedSMTP(smtplib.SMTP):
    """Its connection ends after so many seconds, whatever waits for it."""

    _end: Timer | None = None

    def _get_socket(self, *address: Any) -> socket.socket:
        """As for `SMTP_SSL`, whose handshake begins after this."""
        connected = super()._get_socket(*address)  # type: ignore[misc]
        # Encryption takes the socket away; a second one leads to the same connection.
        self._connection = connected.dup()
        self._end = Timer(MOST_SECONDS, _hang_up, [self._connection])
        self._end.daemon = True
        self._end.start()
        return connected  # type: ignore[no-any-return]

    def close(self) -> None:
        super().close()
        if self._end is not None:
            self._end.cancel()
            self._connection.close()


class BoundedEncryptedSMTP(smtplib.SMTP_SSL, BoundedSMTP):
    """The same from the handshake on."""


class EmailBackend(smtp.EmailBackend):
    """Django's, with connections that end; what they fail with is an `OSError`."""

    @property
    def connection_class(self) -> type[smtplib.SMTP]:
        return BoundedEncryptedSMTP if self.use_ssl else BoundedSMTP


def _hang_up(connected: socket.socket) -> None:
    with connected, suppress(OSError):  # it may have ended by itself
        connected.shutdown(socket.SHUT_RDWR)
