"""What a websocket may send, whichever server reads it."""

from __future__ import annotations

import time

# A page sends a frame now and then, and most are handled before the next one comes.
MOST_WAITING_FRAMES = 64
LONGEST_FRAME_BYTES = 128 * 1024
# Longer messages end the connection.
LONGEST_MESSAGE_BYTES = 1024 * 1024
# A browser answers a ping now and then, and sends a long message in a few pieces.
MOST_SMALL_FRAMES = 100  # in a second

UNREAD = "does not read what it is sent"
TOO_MANY_SMALL_FRAMES = "sends more pings or pieces than a browser does"
TOO_MANY_FRAMES = "sends more than a page does"
LET_GO = "a client %s; its socket is closed"
# Whoever reads is told so, as by the application, and has a moment to read it; what
# he sends meanwhile is dropped unparsed.
TOO_FAST = 4429
TOO_FAST_REASON = "Too many messages; please wait a minute."
GOODBYE_SECONDS = 1.0


class SmallFrames:
    """Counts what never reaches the application: pings, pongs and pieces."""

    def __init__(self) -> None:
        self._second_began_at = 0.0
        self._count = 0

    def allow_one_more(self) -> bool:
        now = time.monotonic()
        if now - self._second_began_at > 1:
            self._second_began_at, self._count = now, 0
        self._count += 1
        return self._count <= MOST_SMALL_FRAMES
