"""Reads an uploaded table in a child process with limits of memory and time.

`files.py` counts what it reads. Should a file get past its counts all the same, the
child ends, and the web process and its guests notice nothing.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from typing import Any

from django.conf import settings

from apps.staff.intake.files import Table, UnreadableFile

MOST_MEMORY_BYTES = 768 * 2**20
MOST_PROCESSOR_SECONDS = 20
WALL_SECONDS = 60.0
TOO_SLOW = (
    "Reading this file took too long and was given up. Copy the table alone into a new "
    "file and save that."
)
BROKEN = (
    "This file could not be read: it is damaged, or needs more memory than a table "
    "may. Copy the table alone into a new file and save that."
)


def read(name: str, content: bytes) -> Table:
    """As `files.read`. Raises UnreadableFile."""
    limits = [str(MOST_MEMORY_BYTES), str(MOST_PROCESSOR_SECONDS)]
    command = [sys.executable, "-m", "apps.staff.intake.child", name, *limits]
    try:
        child = subprocess.run(  # noqa: S603 - our own program
            command,
            input=content,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=settings.BASE_DIR,
            # No secret of the site is in the environment of what reads the file.
            env={"PATH": os.defpath, "LANG": "C.UTF-8"},
            timeout=WALL_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise UnreadableFile(TOO_SLOW) from error
    if child.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
        raise UnreadableFile(TOO_SLOW)
    if child.returncode:
        raise UnreadableFile(BROKEN)
    result: dict[str, Any] = json.loads(child.stdout)
    if "error" in result:
        raise UnreadableFile(result["error"])
    rows: Table = result["rows"]
    return rows
