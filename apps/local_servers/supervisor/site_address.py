"""The address the site answers at: claiming it, and asking whether it answers, once or
again and again, to tell when the web process hangs.

Any HTTP status is an answer: what else is away is not the web process's fault.
"""

from __future__ import annotations

import errno
import http.client
import math
import socket
import threading
import time
import urllib.error
import urllib.request
from dataclasses import dataclass

from apps.local_servers.errors import Unavailable
from apps.local_servers.supervisor.child_process import Child

PORTS_TRIED = 50
BACKLOG = 1024
ANSWER_SECONDS = 5.0
PAUSE_SECONDS = 10.0
RETRY_SECONDS = 1.0
# A process that is being loaded answers nobody yet.
START_SECONDS = 90.0
# Its own watchdog comes first: it writes down what the process hangs in.
HEAD_START_SECONDS = 10.0


def listen(host: str, port: int) -> socket.socket:
    """A listening socket at `port`, or at the next free one above it.

    The supervisor keeps it and hands it to the web process, so the address stays ours
    while that one restarts.
    """
    for candidate in range(port, min(port + PORTS_TRIED, 65536)):
        try:
            return _bind(host, candidate)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise Unavailable(
                    f"{host}:{candidate} cannot be used: {error.strerror}. Choose "
                    "another with --host and --port."
                ) from error
    raise Unavailable(f"No port from {port} on is free. Choose one with --port.")


def _bind(host: str, port: int) -> socket.socket:
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(BACKLOG)
    except OSError:
        listening.close()
        raise
    return listening


def url(listening: socket.socket) -> str:
    """The address to open in a browser on this machine."""
    host, port = listening.getsockname()
    return f"http://{'127.0.0.1' if host == '0.0.0.0' else host}:{port}"  # noqa: S104


def page_status(page: str, seconds: float) -> int | None:
    """HTTP status of a page; nothing when no answer came in time."""
    try:
        with urllib.request.urlopen(page, timeout=seconds) as answer:  # noqa: S310
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code
    except (OSError, http.client.HTTPException):
        return None


@dataclass
class Probe:
    """failures: requests in a row without an answer.

    answered_started_at: start time of the process that answered last.
    """

    child: Child
    page: str
    seconds: float
    failures: int = 0
    answered_started_at: float = 0

    def start(self) -> None:
        """Asks in a thread from now on; 0 seconds mean never."""
        if self.seconds > 0:
            threading.Thread(target=self._run, name="probe", daemon=True).start()

    @property
    def is_hanging(self) -> bool:
        """Counts failures and no time: both programs may have been suspended."""
        patience = self.seconds + HEAD_START_SECONDS
        return self.failures >= math.ceil(patience / ANSWER_SECONDS)

    def reset(self) -> None:
        self.failures = 0

    def _run(self) -> None:
        while True:
            time.sleep(RETRY_SECONDS if self.failures else PAUSE_SECONDS)
            self._ask()

    def _ask(self) -> None:
        run = self.child.started_at
        answers = page_status(self.page, seconds=ANSWER_SECONDS) is not None
        if answers:
            self.failures, self.answered_started_at = 0, run
        elif run != self.child.started_at or self._is_starting(run):
            self.failures = 0
        else:
            self.failures += 1

    def _is_starting(self, run: float) -> bool:
        return (
            run != self.answered_started_at and time.monotonic() - run < START_SECONDS
        )
