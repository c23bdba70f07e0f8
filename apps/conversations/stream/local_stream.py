"""The events of a running turn, for everybody who follows it in this process.

Nothing here is authoritative: the answer's final truth is its row in Postgres. Numbers
rise over all attempts of a turn, so a follower never mixes two of them up.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from collections.abc import AsyncIterator, Callable
from typing import Protocol

from apps.conversations.stream.events import Event, is_last

# The first number of attempt n is (n - 1) times this, plus one.
ATTEMPT = 1_000_000


class Copy(Protocol):
    """Where events go besides: to other processes."""

    def add(self, turn_id: str, event: Event) -> None: ...

    def forget(self, turn_id: str) -> None: ...


class Stream:
    """An append-only list of events with followers that wait for more."""

    def __init__(self, turn_id: str, copy: Copy | None = None) -> None:
        self.turn_id = turn_id
        self._copy = copy
        self._events: list[Event] = []
        self._seq = 0
        self._followers: set[Callable[[], None]] = set()
        self._is_left = False

    def begin(self, attempt: int) -> None:
        """What earlier attempts said counts no more."""
        self._events.clear()
        self._seq = max(self._seq, (attempt - 1) * ATTEMPT)

    def publish(self, event: Event) -> None:
        """Numbers the event and hands it on."""
        self._seq += 1
        event["turn"], event["seq"] = self.turn_id, self._seq
        self._events.append(event)
        if self._copy:
            self._copy.add(self.turn_id, event)
        for wake in self._followers:
            wake()

    def stop_sharing(self) -> None:
        """Takes back what waits for other processes, and gives them nothing more."""
        if self._copy:
            self._copy.forget(self.turn_id)
        self._copy = None

    def leave(self) -> None:
        """Another process tells the rest; followers have to look for it."""
        self._is_left = True
        for wake in self._followers:
            wake()

    @property
    def is_over(self) -> bool:
        return bool(self._events) and is_last(self._events[-1])

    def has_ended(self, after: int) -> bool:
        """Whether no event behind number `after` will ever come."""
        return self.is_over and after >= self._seq

    async def follow(self, after: int = 0) -> AsyncIterator[list[Event]]:
        """All events behind number `after`, those ready at the same time together.

        Numbers that were never given count as the latest one.
        """
        after = min(after, self._seq)
        more = asyncio.Event()
        self._followers.add(more.set)
        try:
            while True:
                more.clear()
                if ready := self._behind(after):
                    after = ready[-1]["seq"]
                    yield merged(ready)
                elif self.is_over or self._is_left:
                    return
                else:
                    await more.wait()
        finally:
            self._followers.discard(more.set)

    def _behind(self, after: int) -> list[Event]:
        start = bisect_right(self._events, after, key=lambda event: event["seq"])
        return self._events[start:]


def merged(events: list[Event]) -> list[Event]:
    """The same events with neighbouring tokens joined; the last number counts."""
    joined: list[Event] = []
    pieces: list[str] = []
    for event in [*events, None]:
        if event and event["type"] == "token":
            pieces.append(event["content"])
            last = event
            continue
        if pieces:
            joined.append({**last, "content": "".join(pieces)})
            pieces = []
        if event:
            joined.append(event)
    return joined


def packed(events: list[Event]) -> list[Event]:
    """The same events in less room: neighbouring tokens become one with its pieces."""
    short: list[Event] = []
    for event in events:
        if event["type"] != "token":
            short.append(event)
        elif short and "pieces" in short[-1]:
            short[-1]["pieces"].append(event["content"])
        else:
            pieces = [event["content"]]
            short.append({**event, "content": "", "pieces": pieces})
    return short


def unpacked(events: list[Event]) -> list[Event]:
    """What `packed` was given: a follower may have heard half of the pieces."""
    long: list[Event] = []
    for event in events:
        pieces = event.pop("pieces", None)
        if pieces is None:
            long.append(event)
            continue
        first = event["seq"]
        long += [
            {**event, "content": piece, "seq": first + number}
            for number, piece in enumerate(pieces)
        ]
    return long
