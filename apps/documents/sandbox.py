"""Runs a parser in a child process with limits of memory, processor and wall time.

A file of a stranger may crash its parser, or keep it busy for ever: then the child
ends, and whoever asked gets a sentence.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.conf import settings

WALL_SECONDS = 90.0
DRAW_SECONDS = 20.0
TOO_SLOW = (
    "Reading the file took too long and was given up. "
    "Save it anew, or divide it into several files."
)
CRASHED = (
    "The file could not be read: it is damaged, or needs more memory than a document "
    "may. Save it anew and upload it again."
)


class UnreadableFile(Exception):  # noqa: N818 - named for what the file is
    """Its text is a sentence for staff."""


def read(kind: str, path: Path) -> dict[str, Any]:
    """What `parsing.blocks.ParsedFile` holds, as JSON. Raises UnreadableFile."""
    return _run(["read", kind, str(path)], WALL_SECONDS)


def draw(path: Path, page: int, sentence: str, picture: Path) -> dict[str, Any]:
    """As `parsing.page_image.draw`. Raises UnreadableFile."""
    more = [str(page), sentence, str(picture)]
    return _run(["draw", "-", str(path)], DRAW_SECONDS, more)


def _run(
    job: list[str], seconds: float, more: list[str] | None = None
) -> dict[str, Any]:
    with TemporaryDirectory(prefix="document-") as folder:
        output = Path(folder) / "output.json"
        module = "apps.documents.parsing.child"
        command = [sys.executable, "-m", module, *job, str(output), *(more or [])]
        code = _ended(command, folder, seconds)
        if code is None or code == -signal.SIGXCPU:
            raise UnreadableFile(TOO_SLOW)
        try:
            result: dict[str, Any] = json.loads(output.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise UnreadableFile(CRASHED) from error
    if "error" in result:
        raise UnreadableFile(result["error"])
    return result


def _ended(command: list[str], folder: str, seconds: float) -> int | None:
    """The exit code; None for a child that had to be killed."""
    environment = {
        "PATH": os.defpath,
        "HOME": folder,
        "TMPDIR": folder,
        "PYTHONPATH": str(settings.BASE_DIR),
        "LANG": "C.UTF-8",
        # One thread: each takes address space of its own.
        "OPENBLAS_NUM_THREADS": "1",
    }
    child = subprocess.Popen(  # noqa: S603 - our own program
        command,
        env=environment,
        cwd=settings.BASE_DIR,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        return child.wait(seconds)
    except subprocess.TimeoutExpired:
        return None
    finally:
        if child.poll() is None:
            os.killpg(child.pid, signal.SIGKILL)
            child.wait()
