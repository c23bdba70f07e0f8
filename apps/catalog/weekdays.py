"""Days of the week as numbers; Monday is 0 and follows Sunday."""

from collections.abc import Collection

DAYS = 7


def runs(days: Collection[int]) -> list[list[int]]:
    """Groups consecutive days: {6, 0, 1, 3} -> [[6, 0, 1], [3]]."""
    starts = [day for day in sorted(days) if (day - 1) % DAYS not in days]
    return [_run(start, days) for start in starts]


def _run(start: int, days: Collection[int]) -> list[int]:
    run = [start]
    while (run[-1] + 1) % DAYS in days:
        run.append((run[-1] + 1) % DAYS)
    return run
