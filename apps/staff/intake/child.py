"""The child process that reads a table: a file in, JSON out.

    python -m apps.staff.intake.child NAME BYTES SECONDS < file

NAME is that of the file; BYTES of memory and SECONDS of a processor are its limits. It
knows no settings and no database, so there is nothing in it to be had.
"""

from __future__ import annotations

import json
import resource
import sys
from contextlib import suppress
from typing import Any

from apps.staff.intake import files
from apps.staff.intake.files import UnreadableFile


def main() -> None:
    name, memory_bytes, processor_seconds = sys.argv[1:]
    for kind, most in (
        (resource.RLIMIT_AS, int(memory_bytes)),
        (resource.RLIMIT_CPU, int(processor_seconds)),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_FSIZE, 0),  # it writes to a pipe alone
    ):
        with suppress(ValueError, OSError):  # macOS refuses a limit of memory
            resource.setrlimit(kind, (most, most))
    result: dict[str, Any]
    try:
        result = {"rows": files.read(name, sys.stdin.buffer.read())}
    except UnreadableFile as error:
        result = {"error": str(error)}
    json.dump(result, sys.stdout)


if __name__ == "__main__":
    main()
