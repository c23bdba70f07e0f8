"""A fake server's script and the requests that it received."""

import time
from collections import defaultdict, deque
from dataclasses import dataclass, field
from typing import Any

from tests.fakes.replies import Reply


@dataclass(frozen=True)
class Request:
    """One call as the server saw it. verb: stream, generate or embed."""

    verb: str
    model: str
    body: dict[str, Any]
    headers: dict[str, str]


@dataclass
class GeminiServer:
    """What the server was asked, and what it will answer.

    keys: the keys it accepts; empty accepts any. retired: models it no longer has.
    structured: answers by title of the schema; others are made up to fit it.
    """

    url: str = ""
    requests: list[Request] = field(default_factory=list)
    disconnects: int = 0
    keys: set[str] = field(default_factory=set)
    retired: set[str] = field(default_factory=set)
    structured: dict[str, dict[str, Any]] = field(default_factory=dict)
    _replies: defaultdict[str, deque[Reply]] = field(
        default_factory=lambda: defaultdict(deque)
    )

    def script(self, *replies: Reply, on: str = "stream") -> None:
        """Queues replies for a verb; when they are used up the default returns."""
        self._replies[on].extend(replies)

    def forget(self) -> None:
        """As new, for the next test."""
        fresh = GeminiServer(url=self.url)
        self.__dict__.update(fresh.__dict__)

    def next_reply(self, verb: str) -> Reply | None:
        queue = self._replies[verb]
        return queue.popleft() if queue else None

    def requests_for(self, verb: str) -> list[Request]:
        return [request for request in self.requests if request.verb == verb]

    def wait_for_disconnect(self, seconds: float = 5) -> bool:
        """Whether a client has gone away in the middle of a stream."""
        ends_at = time.monotonic() + seconds
        while not self.disconnects and time.monotonic() < ends_at:
            time.sleep(0.01)
        return bool(self.disconnects)
