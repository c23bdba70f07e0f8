"""Asks the web process for `/health` again and again, and tells when it hangs.

Any HTTP status is an answer: what else is away is not the web process's fault.
"""

from __future__ import annotations

import math
import threading
import time
from dataclasses import dataclass

from apps.local_servers.supervisor import listening_socket
from apps.local_servers.supervisor.child_process import Child

ANSWER_SECONDS = 5.0
PAUSE_SECONDS = 10.0
RETRY_SECONDS = 1.0
# A process that is being loaded answers nobody yet.
START_SECONDS = 90.0
# Its own watchdog comes first: it writes down what the process hangs in.
HEAD_START_SECONDS = 10.0


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
        answers = (
            listening_socket.page_status(self.page, seconds=ANSWER_SECONDS) is not None
        )
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
