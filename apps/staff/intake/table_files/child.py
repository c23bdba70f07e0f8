"""The child process that reads a table: a file in, JSON out.

    python -m apps.staff.intake.table_files.child NAME BYTES SECONDS < file

NAME is that of the file; BYTES of memory and SECONDS of a processor are its limits. It
knows no settings and no database, so there is nothing in it to be had.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from apps.infrastructure.processes import child_process
from apps.staff.intake.table_files import files
from apps.staff.intake.table_files.files import UnreadableFile


def main() -> None:
    name, memory_bytes, processor_seconds = sys.argv[1:]
    # It writes to a pipe alone.
    child_process.set_limits(int(memory_bytes), int(processor_seconds), 0)
    result: dict[str, Any]
    try:
        result = {"rows": files.read(name, sys.stdin.buffer.read())}
    except UnreadableFile as error:
        result = {"error": str(error)}
    json.dump(result, sys.stdout)


if __name__ == "__main__":
    main()
