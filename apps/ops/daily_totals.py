"""Computes the daily totals of each property. The only writer of `DailyTotals`."""

from __future__ import annotations

from pathlib import Path

from apps.infrastructure import sql

STATEMENT = Path(__file__).with_suffix(".sql")
# Feedback on yesterday's answers may arrive today.
DAY_COUNT = 2


def update(day_count: int = DAY_COUNT) -> int:
    """Add up today and the days before it; returns the number of rows written."""
    return sum(
        len(sql.fetch(sql.statement(STATEMENT), {"ago": ago}))
        for ago in range(day_count)
    )
