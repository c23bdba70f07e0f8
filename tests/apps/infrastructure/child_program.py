"""What the tests of `child_process` run in a child.

python -m tests.apps.infrastructure.child_program environment
python -m tests.apps.infrastructure.child_program echo < text
python -m tests.apps.infrastructure.child_program compute | memory
python -m tests.apps.infrastructure.child_program children | write PATH
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

from apps.infrastructure.processes import child_process

MEMORY_BYTES = 2**30


def main(job: str, path: str = "") -> None:
    child_process.set_limits(MEMORY_BYTES, 1, 100)
    match job:
        case "environment":
            sys.stdout.write(json.dumps(dict(os.environ)))
        case "echo":
            sys.stdout.write(sys.stdin.read())
        case "children":
            grandchild = subprocess.Popen(["/bin/sleep", "60"])
            Path(path).write_text(str(grandchild.pid), encoding="utf-8")
            time.sleep(60)
        case "compute":
            while True:
                pass
        case "write":
            Path(path).write_text("x" * 101, encoding="utf-8")
        case "memory":
            bytearray(MEMORY_BYTES)


if __name__ == "__main__":
    main(*sys.argv[1:])
