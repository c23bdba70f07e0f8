"""Fixed work that says how fast a machine is, for comparing figures of two of them."""

from __future__ import annotations

import json
import re
import time
from dataclasses import dataclass
from statistics import median

REPEATS = 9
ROWS = [
    {"id": number, "name": f"Room {number}", "price": number * 1.5, "tags": ["a", "b"]}
    for number in range(400)
]
TEXT = "Open from 9:30 to 17:00, call 1-888-226-7711 or pay $25 per night. " * 900
PATTERNS = tuple(
    re.compile(pattern)
    for pattern in (r"\d{1,2}:\d{2}", r"\$\d+", r"\b[A-Z]\w+", r"\d-\d{3}-\d{3}-\d{4}")
)


@dataclass(frozen=True)
class Calibration:
    """Milliseconds that the fixed work takes, on a processor and on the clock."""

    cpu_ms: float
    wall_ms: float

    def halfway(self, later: Calibration) -> Calibration:
        """What counts for a measurement between the two."""
        return Calibration(
            (self.cpu_ms + later.cpu_ms) / 2, (self.wall_ms + later.wall_ms) / 2
        )


def calibrate() -> Calibration:
    """The median of a few repetitions; about a tenth of a second."""
    times = [_time_once() for _ in range(REPEATS)]
    return Calibration(
        median(cpu for cpu, _ in times) * 1000, median(wall for _, wall in times) * 1000
    )


def _time_once() -> tuple[float, float]:
    cpu, wall = time.process_time(), time.perf_counter()
    _work()
    return time.process_time() - cpu, time.perf_counter() - wall


def _work() -> None:
    """Python, JSON and regular expressions; recorded figures depend on it."""
    totals: dict[str, int] = {}
    for number in range(40_000):
        key = str(number % 97)
        totals[key] = totals.get(key, 0) + number * 3 // 2
    for _ in range(6):
        json.loads(json.dumps(ROWS))
    for pattern in PATTERNS:
        pattern.sub("", TEXT)
