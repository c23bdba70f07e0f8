"""Programs that live as long as the supervisor does, and are started again."""

import contextlib
import math
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass, field

from apps.local_servers import paths, processes
from apps.local_servers.program_log import ProgramLog

FIRST_PAUSE_SECONDS = 0.5
LONGEST_PAUSE_SECONDS = 30.0
# A program that ran this long was well; its next end is a new trouble.
WELL_AFTER_SECONDS = 60.0
# A web process may take ten seconds to finish or hand over its turns.
STOP_SECONDS = 12.0
# One that hangs has no use for more.
GRACE_SECONDS = 5.0
# glibc keeps freed memory for each thread; a web process is 8 MB smaller without.
MEMORY = {"MALLOC_ARENA_MAX": "2", "MALLOC_TRIM_THRESHOLD_": "131072"}


@dataclass
class Child:
    name: str
    arguments: list[str]  # after `python -m`
    log: ProgramLog
    inherited_files: tuple[int, ...] = ()  # file descriptors
    process: subprocess.Popen[bytes] | None = None
    started_at: float = 0
    restart_at: float = 0
    kill_at: float = math.inf
    pause: float = field(default=FIRST_PAUSE_SECONDS)

    def start(self) -> None:
        line = [*processes.EXEC_PROGRAM, "--exit-with-parent", str(os.getpid()), "--"]
        line += [sys.executable, "-m", *self.arguments]
        with self.log.path.open("ab") as log:
            self.process = subprocess.Popen(  # noqa: S603
                line,
                cwd=paths.PROJECT,
                env={**MEMORY, **os.environ, "PYTHONUNBUFFERED": "1"},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                pass_fds=self.inherited_files,
                start_new_session=True,  # a Ctrl-C reaches the supervisor alone
            )
        self.started_at, self.kill_at = time.monotonic(), math.inf

    def restart_if_ended(self) -> str:
        """Starts it again when it has ended, later each time; what to tell, if any."""
        now = time.monotonic()
        if self.process is None:
            if now >= self.restart_at:
                self.start()
            return ""
        if (code := self.process.poll()) is None:
            if now >= self.kill_at:
                self.signal(signal.SIGKILL)
            return ""
        self.signal(signal.SIGKILL)  # what is left of its own children
        self.process = None
        if now - self.started_at > WELL_AFTER_SECONDS:
            self.pause = FIRST_PAUSE_SECONDS
        pause, self.pause = self.pause, min(self.pause * 2, LONGEST_PAUSE_SECONDS)
        self.restart_at = now + pause
        return f"{self.name} ended ({code}); starting it again in {pause:.1f} s"

    def signal(self, number: int) -> None:
        """To the program and all its children."""
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, number)

    def stop(self) -> None:
        """Asks it to stop and insists soon; `restart_if_ended` starts it again."""
        self.terminate()
        self.kill_at = time.monotonic() + GRACE_SECONDS

    def terminate(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()

    def has_ended(self) -> bool:
        return self.process is None or self.process.poll() is not None


def stop_all(children: Iterable[Child]) -> None:
    """Asks all at once, waits a little, then insists."""
    children = list(children)
    for child in children:
        child.terminate()
    processes.wait_until(
        lambda: all(child.has_ended() for child in children),
        seconds=STOP_SECONDS,
        pause=0.02,
    )
    for child in children:
        child.signal(signal.SIGKILL)
