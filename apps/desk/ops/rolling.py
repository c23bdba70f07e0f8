"""The daily roll-up. The one writer of days."""

from __future__ import annotations

from pathlib import Path

from apps.backplane import sql

STATEMENT = Path(__file__).with_name("rollup.sql")
# Feedback on last night's answers comes in the morning.
DAYS = 2


def roll_up(days: int = DAYS) -> int:
    """Sums today and the days before it; how many rows that made."""
    return sum(
        len(sql.fetch(sql.statement(STATEMENT), {"ago": ago})) for ago in range(days)
    )
