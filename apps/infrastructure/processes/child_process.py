"""Runs a module of ours in a child process with limits of memory and time.

A stranger's file may crash its parser, or keep it busy for ever: then the child ends,
and the process that started it goes on. Nothing here imports Django, so that a child
starts fast and knows no settings.
"""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from subprocess import CompletedProcess

ROOT = Path(__file__).resolve().parents[3]
OPEN_FILES = 64


class TimedOut(Exception):  # noqa: N818 - named for what has happened
    """The child used up its wall time or its processor time."""


def run(
    module: str,
    arguments: Sequence[str],
    wall_seconds: float,
    *,
    content: bytes = b"",
    stdout: int = subprocess.DEVNULL,
    folder: str = "",
) -> CompletedProcess[bytes]:
    """Returns the exit code, and what the child printed where `stdout` is a pipe.

    content: what the child reads from its standard input. folder: for its temporary
    files. Raises TimedOut.
    """
    command = [sys.executable, "-m", module, *arguments]
    child = subprocess.Popen(  # noqa: S603 - our own program
        command,
        env=_environment(folder),
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=stdout,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        output, _ = child.communicate(content, wall_seconds)
    except subprocess.TimeoutExpired as error:
        raise TimedOut from error
    finally:
        _kill(child)
    # The kernel kills a child that has used up its processor time.
    if child.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
        raise TimedOut
    return CompletedProcess(command, child.returncode, output)


def _environment(folder: str) -> dict[str, str]:
    """No secret of the site is in the environment of what reads a stranger's file."""
    folders = {"HOME": folder, "TMPDIR": folder} if folder else {}
    # One thread for OpenBLAS: each takes address space of its own.
    return {
        "PATH": os.defpath,
        "LANG": "C.UTF-8",
        "OPENBLAS_NUM_THREADS": "1",
        **folders,
    }


def _kill(child: subprocess.Popen[bytes]) -> None:
    """With the children of its own."""
    if child.poll() is None:
        os.killpg(child.pid, signal.SIGKILL)
        child.communicate()


def set_limits(memory_bytes: int, processor_seconds: int, file_bytes: int) -> None:
    """Called by the child, before it reads anything. file_bytes: that it may write."""
    for limit, most in (
        (resource.RLIMIT_AS, memory_bytes),
        (resource.RLIMIT_CPU, processor_seconds),
        (resource.RLIMIT_FSIZE, file_bytes),
        (resource.RLIMIT_NOFILE, OPEN_FILES),
        (resource.RLIMIT_CORE, 0),
    ):
        # macOS refuses some of them; the wall time ends the child there too.
        with suppress(ValueError, OSError):
            resource.setrlimit(limit, (most, most))
