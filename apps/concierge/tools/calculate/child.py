"""The program that works out an expression: reads it from its input, prints JSON.

`{"value": "408"}`, or `{"error": "too large"}`.
"""

from __future__ import annotations

import json
import sys

from apps.concierge.tools.calculate import expression
from apps.infrastructure.processes import child_process

MEMORY_BYTES = 256 << 20
PROCESSOR_SECONDS = 1
# A longer text is refused whatever it says.
MOST_BYTES = 4 * expression.LONGEST


def main() -> None:
    child_process.set_limits(MEMORY_BYTES, PROCESSOR_SECONDS, file_bytes=0)
    text = sys.stdin.buffer.read(MOST_BYTES + 1).decode("utf-8", "replace")
    try:
        result = {"value": f"{expression.evaluate(text):f}"}
    except expression.NotArithmetic as error:
        result = {"error": str(error)}
    sys.stdout.write(json.dumps(result))


if __name__ == "__main__":
    main()
