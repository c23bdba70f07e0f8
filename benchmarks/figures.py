"""Percentiles, and what the kernel says a process costs."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")


def percentile(values: Sequence[float], share: float) -> float:
    """Nearest rank; 0 for no values."""
    ordered = sorted(values)
    if not ordered:
        return 0.0
    rank = max(0, min(len(ordered) - 1, round(share * len(ordered)) - 1))
    return ordered[rank]


def milliseconds(seconds: Sequence[float]) -> dict[str, float]:
    shares = {"p50": 0.5, "p95": 0.95, "p99": 0.99}
    return {
        name: round(percentile(seconds, share) * 1000, 1)
        for name, share in shares.items()
    }


def cpu_seconds(pid: int) -> float:
    """Time on a processor so far, of a process and its children (proc(5))."""
    return sum(map(_own_cpu_seconds, [pid, *children(pid)]))


def children(pid: int) -> list[int]:
    """Those that live."""
    return list(map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split()))


def _own_cpu_seconds(pid: int) -> float:
    """In user and kernel mode."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def memory_mb(pid: int) -> float:
    """Resident set size."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return round(int(line.split()[1]) / 1024, 1)
    return 0.0


def proportional_mb(pid: int) -> float:
    """Proportional set size: a page that n processes map counts for one n-th.

    Of a process and its children together.
    """
    return round(sum(map(_own_proportional_mb, [pid, *children(pid)])), 1)


def _own_proportional_mb(pid: int) -> float:
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        if line.startswith("Pss:"):
            return round(int(line.split()[1]) / 1024, 1)
    return 0.0
