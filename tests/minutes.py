"""The clock's minutes, by which limits count."""

from __future__ import annotations

import time

NEEDED_SECONDS = 5.0


def wait_for_the_next() -> None:
    """Waits for a new minute when this one ends within seconds.

    Where a minute ends between two requests, its limit lets one more through.
    """
    left = 60 - time.time() % 60
    if left < NEEDED_SECONDS:
        time.sleep(left)
