"""The part of the year in which a place is open."""

from __future__ import annotations

from datetime import date

import pytest

from apps.language.calendar import seasons


@pytest.mark.parametrize(
    ("text", "open_months"),
    [
        ("Open in season, April to November, from dawn to dusk.", range(4, 12)),
        ("Open Memorial Day to Labor Day.", range(6, 9)),
        ("Closed January through March.", range(4, 13)),
        ("The slopes run late November - early April.", (1, 2, 3, 4, 11, 12)),
        ("Open every day; the hours vary with the season.", range(1, 13)),
        ("Open year-round, with more hours from June to August.", range(1, 13)),
        ("May to June is the quietest time.", range(1, 13)),
        ("", range(1, 13)),
    ],
)
def test_it_leaves_out_the_months_outside(text: str, open_months: range) -> None:
    days = [date(2026, month, 15) for month in range(1, 13)]
    months = [day.month for day in days if not seasons.is_outside(text, day)]
    assert months == list(open_months)
