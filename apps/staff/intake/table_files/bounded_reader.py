"""Reads an uploaded table in a child process with limits of memory and time.

`files.py` counts what it reads. Should a file get past its counts all the same, the
child ends, and the web process and its guests notice nothing.
"""

from __future__ import annotations

import json
import subprocess
from typing import Any

from apps.infrastructure.processes import child_process
from apps.staff.intake.table_files.files import Table, UnreadableFile

CHILD = "apps.staff.intake.table_files.child"
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
    arguments = [name, str(MOST_MEMORY_BYTES), str(MOST_PROCESSOR_SECONDS)]
    try:
        child = child_process.run(
            CHILD, arguments, WALL_SECONDS, content=content, stdout=subprocess.PIPE
        )
    except child_process.TimedOut as error:
        raise UnreadableFile(TOO_SLOW) from error
    if child.returncode:
        raise UnreadableFile(BROKEN)
    result: dict[str, Any] = json.loads(child.stdout)
    if "error" in result:
        raise UnreadableFile(result["error"])
    rows: Table = result["rows"]
    return rows
