"""How many connections a process holds, in all and from one address.

Behind a proxy every connection is the proxy's: what one guest holds is then counted by
`middleware/connection_limit.py`, once the headers say who it is.
"""

from __future__ import annotations

import json
import resource
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from http import HTTPStatus

from django.conf import settings

from apps.webchat import client_address

# A connection that waits for its next request; longer than proxies keep theirs.
KEEP_ALIVE_SECONDS = 75
# For databases, logs and libraries.
RESERVED_FILES = 256
RETRY_SECONDS = 10
# A refused client may still be sending its request. To close at once would reset the
# connection, and the refusal would be lost; so many of them are let finish.
LINGER_SECONDS = 1.0
MOST_LINGERING = 128


@dataclass(frozen=True)
class Refusal:
    status: HTTPStatus
    text: str
    code: str

    def as_json(self) -> bytes:
        """As the HTTP API says it; browsers show it to people as well."""
        error = {"code": self.code, "message": self.text}
        return json.dumps({"error": error}).encode()

    def as_response(self) -> bytes:
        """A whole HTTP response that ends its connection.

        It is JSON for everybody: nothing of the request has been read.
        """
        body = self.as_json()
        lines = (
            f"HTTP/1.1 {self.status.value} {self.status.phrase}",
            "Content-Type: application/json",
            f"Content-Length: {len(body)}",
            f"Retry-After: {RETRY_SECONDS}",
            "Connection: close",
        )
        return "\r\n".join([*lines, "", ""]).encode() + body


SITE_IS_FULL = Refusal(
    HTTPStatus.SERVICE_UNAVAILABLE,
    "Too many connections are open. Please try again in a moment.",
    "site_is_full",
)
TOO_MANY_OF_ADDRESS = Refusal(
    HTTPStatus.TOO_MANY_REQUESTS,
    "Too many connections are open from your network. Please try again in a moment.",
    "too_many_connections",
)
TOO_SLOW = Refusal(
    HTTPStatus.REQUEST_TIMEOUT,
    "The request did not arrive in time. Please send it again.",
    "too_slow",
)


class Connections:
    """Counts by address; an address is what `client_address.network` makes of it."""

    def __init__(
        self,
        most: int,
        most_per_address: int,
        is_exempt: Callable[[str], bool] = lambda host: False,
    ) -> None:
        self._most, self._most_per_address = most, most_per_address
        self._is_exempt = is_exempt
        self._by_address: Counter[str] = Counter()
        self._lingering_count = 0

    def open(self, host: str) -> Refusal | None:
        """Counts a connection, unless it is refused."""
        address = client_address.network(host)
        if self._by_address.total() >= self._most:
            return SITE_IS_FULL
        is_full = self._by_address[address] >= self._most_per_address
        if is_full and not self._is_exempt(host):
            return TOO_MANY_OF_ADDRESS
        self._by_address[address] += 1
        return None

    def close(self, host: str) -> None:
        address = client_address.network(host)
        self._by_address[address] -= 1
        if self._by_address[address] <= 0:
            del self._by_address[address]

    def begin_linger(self) -> bool:
        """Whether a refused connection may stay for `LINGER_SECONDS`."""
        may_linger = self._lingering_count < MOST_LINGERING
        self._lingering_count += may_linger
        return may_linger

    def end_linger(self) -> None:
        self._lingering_count -= 1


@cache
def of_process() -> Connections:
    """Of the sockets of this process."""
    most = min(settings.MAX_CONNECTIONS, raise_file_limit() - RESERVED_FILES)
    return Connections(most, settings.MAX_CONNECTIONS_PER_ADDRESS, _is_proxy)


def _is_proxy(host: str) -> bool:
    """Its connections are those of many guests."""
    return settings.TRUSTED_PROXY_COUNT > 0 and client_address.is_proxy(host)


def raise_file_limit() -> int:
    """Takes as many file descriptors as the system lets this process have."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted_files = settings.MAX_CONNECTIONS + RESERVED_FILES
    if hard != resource.RLIM_INFINITY:
        wanted_files = min(wanted_files, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted_files:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted_files, hard))
        soft = wanted_files
    return wanted_files if soft == resource.RLIM_INFINITY else soft
