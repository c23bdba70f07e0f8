"""The private names of Twisted that the limits of the web process depend on.

Nothing else reads them. `tests/project/test_private_names.py` fails when daphne or
Twisted is not the version that this module was written for.
"""

from __future__ import annotations

from typing import Any

WRITTEN_FOR = {"daphne": "4.2.3", "Twisted": "26.10.0"}


def path(channel: Any) -> bytes:
    """The path of the request being read; the request itself learns it too late."""
    raw_path: bytes = channel._path
    return raw_path.split(b"?", 1)[0]


def expect_no_body(channel: Any) -> None:
    """The channel goes on as if the request had no body."""
    channel.length = 0


def discard_chunked_body(channel: Any) -> None:
    """Ends a request in the middle of a chunked body, whose remainder is dropped."""
    decoder = channel._transferDecoder
    decoder.dataCallback = decoder.finishCallback = _ignore
    channel.allContentReceived()


def unsent_bytes(transport: Any) -> int:
    """What Twisted buffers for a connection.

    Without these names the limit is off: the test of a client that never reads fails.
    """
    joined: int = len(getattr(transport, "dataBuffer", b""))
    sent: int = getattr(transport, "offset", 0)
    waiting: int = getattr(transport, "_tempDataLen", 0)
    return joined - sent + waiting


def _ignore(remainder: Any) -> None:
    """What arrived with the chunk that was too much."""
