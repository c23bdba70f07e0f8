"""Has a child process with limits of memory and time work out an expression."""

from __future__ import annotations

import json
import subprocess
from decimal import Decimal

from apps.concierge.tools.calculate.expression import LONGEST, NotArithmetic
from apps.infrastructure.processes import child_process

CHILD = "apps.concierge.tools.calculate.child"
WALL_SECONDS = 2.0


def evaluate(text: str) -> Decimal:
    """The value of plain arithmetic. Raises NotArithmetic, also for what takes long."""
    if len(text) > LONGEST:
        raise NotArithmetic("too long")
    try:
        child = child_process.run(
            CHILD,
            [],
            WALL_SECONDS,
            content=text.encode("utf-8", "replace"),
            stdout=subprocess.PIPE,
        )
        result = json.loads(child.stdout)
    except (child_process.TimedOut, ValueError, OSError) as error:
        raise NotArithmetic("took too long") from error
    if "value" not in result:
        raise NotArithmetic(str(result.get("error")))
    return Decimal(result["value"])
