"""How many frames one socket may send."""

from __future__ import annotations

import asyncio

# A page sends a ping every twenty seconds and a few frames around each question.
MOST_FRAMES = 240
WINDOW_SECONDS = 60


class FramePace:
    """Counts the frames of a socket, a minute at a time."""

    def __init__(self) -> None:
        self._ends_at = 0.0
        self._count = 0

    def is_kept(self) -> bool:
        """Counts one more frame; False when it is one too many."""
        now = asyncio.get_running_loop().time()
        if now >= self._ends_at:
            self._ends_at, self._count = now + WINDOW_SECONDS, 0
        self._count += 1
        return self._count <= MOST_FRAMES
