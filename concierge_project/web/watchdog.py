"""Ends the process when its event loop hangs, so that it is started again.

A loop that hangs answers nobody, `/health` and SIGTERM included. What it hangs in is
written to the log first. A C call that keeps the interpreter's lock stops this thread
too; `up` then sees that `/health` does not answer.
"""

from __future__ import annotations

import asyncio
import faulthandler
import os
import sys
import threading
import time

TICK_SECONDS = 1.0
# EX_SOFTWARE of sysexits.h.
EXIT_CODE = 70


def start(loop: asyncio.AbstractEventLoop, seconds: float) -> None:
    """Watches `loop` in a thread; 0 seconds mean never."""
    if seconds > 0:
        arguments = (loop, seconds)
        threading.Thread(
            target=_watch, args=arguments, name="watchdog", daemon=True
        ).start()


def _watch(loop: asyncio.AbstractEventLoop, seconds: float) -> None:
    while not loop.is_closed():
        if not _turns(loop, seconds):
            _end(seconds)
        time.sleep(TICK_SECONDS)


def _turns(loop: asyncio.AbstractEventLoop, seconds: float) -> bool:
    """Whether the loop ran a callback in time.

    The wait is cut into ticks: after a pause of the whole process, such as a suspended
    machine, one tick is over, but not all of them.
    """
    turned = threading.Event()
    try:
        loop.call_soon_threadsafe(turned.set)
    except RuntimeError:  # it was closed meanwhile
        return True
    ticks = max(1, round(seconds / TICK_SECONDS))
    return any(turned.wait(TICK_SECONDS) for _ in range(ticks))


def _end(seconds: float) -> None:
    """Without logging, whose locks the loop may hold."""
    line = (
        f"The event loop has not turned for {seconds:g} seconds; this process ends.\n"
    )
    os.write(sys.stderr.fileno(), line.encode())
    faulthandler.dump_traceback(all_threads=True)
    os._exit(EXIT_CODE)
