"""uvicorn's HTTP protocol with daphne's limits.

The body of a request is read as far as the application asks for it, which refuses one
that is too long (`middleware/request_size.py`); h11 limits the headers.
"""

from __future__ import annotations

from uvicorn.protocols.http.h11_impl import H11Protocol

BODY_HEADERS = (b"content-length", b"transfer-encoding")


class BoundedHttp(H11Protocol):
    """Makes no websocket of a request with a body."""

    def _should_upgrade(self) -> bool:
        has_body = any(name in BODY_HEADERS for name, _ in self.headers)
        return not has_body and bool(super()._should_upgrade())
