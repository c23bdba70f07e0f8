"""Which day and hour a question means."""

from __future__ import annotations

from datetime import date, datetime, time
from zoneinfo import ZoneInfo

import pytest

from apps.language.calendar import asked_time
from apps.language.calendar.asked_time import AskedTime

FRIDAY = datetime(2026, 11, 20, 18, 30, tzinfo=ZoneInfo("America/New_York"))
THANKSGIVING = date(2026, 11, 26)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Is Ballo open on Monday?", AskedTime(date(2026, 11, 23))),
        ("and tomorrow?", AskedTime(date(2026, 11, 21))),
        ("open on Thanksgiving?", AskedTime(THANKSGIVING, None, "Thanksgiving")),
        (
            "What about New Year\u2019s Eve?",
            AskedTime(date(2026, 12, 31), None, "New Year's Eve"),
        ),
        ("on Memorial Day", AskedTime(date(2027, 5, 31), None, "Memorial Day")),
        ("on December 24th", AskedTime(date(2026, 12, 24))),
        ("on the 3rd of March", AskedTime(date(2027, 3, 3))),
        ("open at 11 pm?", AskedTime(date(2026, 11, 20), time(23))),
        ("anything open at 3am?", AskedTime(date(2026, 11, 21), time(3))),
        ("open at midnight tonight", AskedTime(date(2026, 11, 21), time(0))),
        ("Sunday at 3 a.m.", AskedTime(date(2026, 11, 22), time(3))),
        ("at 22:15 on Saturday", AskedTime(date(2026, 11, 21), time(22, 15))),
        ("at 07:30 on Saturday", AskedTime(date(2026, 11, 21), time(7, 30))),
        ("Is it open at 5:30?", None),
        ("What is on this afternoon?", None),
        ("Is it open tonight?", None),
        ("Is Ballo open?", None),
        ("at 25 pm on February 31", None),
        ("Is it open at 5:75 pm?", None),
        ("", None),
    ],
)
def test_it_hears_the_day_and_the_hour(text: str, expected: AskedTime | None) -> None:
    assert asked_time.read(text, FRIDAY) == expected
