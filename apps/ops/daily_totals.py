"""Daily totals of each property. The one writer of `DailyTotals`."""

from __future__ import annotations

from pathlib import Path

from apps.infrastructure import sql

STATEMENT = Path(__file__).with_suffix(".sql")
# Feedback on last night's answers comes in the morning.
DAYS = 2


def update(days: int = DAYS) -> int:
    """Adds up today and the days before it; returns the number of rows written."""
    return sum(
        len(sql.fetch(sql.statement(STATEMENT), {"ago": ago})) for ago in range(days)
    )
