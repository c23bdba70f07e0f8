"""Notices a socket whose browser is gone without a word; pages send pings."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from django.conf import settings


class IdleTimer:
    """close: called once nothing was heard for `SOCKET_IDLE_SECONDS`."""

    def __init__(self, close: Callable[[], Coroutine[Any, Any, None]]) -> None:
        self._close = close
        self._handle: asyncio.TimerHandle | None = None
        self._active_at = 0.0

    def note_activity(self) -> None:
        self._active_at = asyncio.get_running_loop().time()

    def start(self) -> None:
        self.note_activity()
        self._watch()

    def cancel(self) -> None:
        if self._handle:
            self._handle.cancel()

    def _watch(self) -> None:
        loop = asyncio.get_running_loop()
        seconds = self._active_at + settings.SOCKET_IDLE_SECONDS - loop.time()
        if seconds > 0:
            self._handle = loop.call_later(seconds, self._watch)
        else:
            self._closing = asyncio.ensure_future(self._close())
