"""Starting programs, and telling whether a pid is still the program it was."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from apps.local_servers import exec_program

EXEC_PROGRAM = [sys.executable, "-I", "-S", str(Path(exec_program.__file__))]
PROC = Path("/proc")
PAUSE_SECONDS = 0.01


def daemon(
    command: Sequence[str], *, log: Path, exec_options: Sequence[str] = ()
) -> int:
    """Starts a program that outlives this one; returns its pid."""
    line = [*EXEC_PROGRAM, "--detach", *exec_options, "--", *command]
    with log.open("ab") as errors:
        started = subprocess.run(  # noqa: S603
            line,
            check=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=errors,
        )
    return int(started.stdout)


def is_alive(pid: int) -> bool:
    """False for a zombie too: in a container nobody may ever wait for it."""
    try:
        os.kill(pid, 0)
        state = (PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()[0]
    except ProcessLookupError:
        return False
    except OSError:
        return not PROC.joinpath("self").exists()
    return state != "Z"


def command_line(pid: int) -> str:
    """Arguments of a process; blank when it is dead, a zombie or just being loaded."""
    if PROC.joinpath("self").exists():
        try:
            return (PROC / str(pid) / "cmdline").read_bytes().decode(errors="replace")
        except OSError:
            return ""
    listing = subprocess.run(  # noqa: S603
        ["ps", "-p", str(pid), "-o", "command="],  # noqa: S607
        capture_output=True,
        text=True,
        check=False,
    )
    return listing.stdout.strip()


def is_running_in(pid: int, folder: Path, program: str) -> bool:
    """Whether `pid` is `program` working in `folder`; a pid alone may be re-used.

    Where there is no /proc, the program alone has to tell.
    """
    if program not in command_line(pid):
        return False
    return not PROC.joinpath("self").exists() or _works_in(pid, folder)


def working_in(folder: Path) -> list[int]:
    """Every live process working in `folder`; none where there is no /proc."""
    pids = [int(path.name) for path in PROC.glob("[0-9]*")]
    return [pid for pid in pids if _works_in(pid, folder)]


def _works_in(pid: int, folder: Path) -> bool:
    try:
        return (PROC / str(pid) / "cwd").samefile(folder)
    except OSError:
        return False


def pid_in(path: Path) -> int | None:
    """The pid on the first line of a pid file."""
    try:
        return int(path.read_text().split()[0])
    except (OSError, ValueError, IndexError):
        return None


def send_signal(pid: int, number: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, number)


def wait_until(
    is_true: Callable[[], bool], *, seconds: float, pause: float = PAUSE_SECONDS
) -> bool:
    """Whether it became true in time."""
    end = time.monotonic() + seconds
    while not is_true():
        if time.monotonic() > end:
            return False
        time.sleep(pause)
    return True


def start_and_wait(
    find: Callable[[], int | None],
    start: Callable[[], int],
    answers: Callable[[], bool],
    *,
    seconds: float,
) -> bool:
    """Whether a server answers in the end: the one that `find` finds, or a new one.

    One that lives without answering is starting, or recovering from a crash.
    """
    if (pid := find()) is not None and _becomes_ready(pid, answers, seconds):
        return True
    if find() is not None:
        return False
    pid = start()
    if not _becomes_ready(pid, answers, seconds):
        send_signal(pid, signal.SIGINT)
        return False
    return True


def _becomes_ready(pid: int, answers: Callable[[], bool], seconds: float) -> bool:
    """One answer counts: asked again, a server on a busy machine may be too slow."""
    end = time.monotonic() + seconds
    while not answers():
        if not is_alive(pid):
            return answers()
        if time.monotonic() > end:
            return False
        time.sleep(PAUSE_SECONDS)
    return True
