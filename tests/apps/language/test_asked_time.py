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
        ("a burger at 4 in the morning", AskedTime(date(2026, 11, 21), time(4))),
        ("open at 7:30 in the evening?", AskedTime(date(2026, 11, 20), time(19, 30))),
        ("at 11 o'clock at night", AskedTime(date(2026, 11, 20), time(23))),
        ("2 at night", AskedTime(date(2026, 11, 21), time(2))),
        ("12 in the afternoon tomorrow", AskedTime(date(2026, 11, 21), time(12))),
        ("a table for 4 in the corner", None),
        ("open at midnight tonight", AskedTime(date(2026, 11, 21), time(0))),
        ("Friday at 8 am", AskedTime(date(2026, 11, 27), time(8))),
        ("today at 8 am", AskedTime(date(2026, 11, 20), time(8))),
        ("Friday night at 1 am", AskedTime(date(2026, 11, 21), time(1))),
        ("Saturday night at 1 am", AskedTime(date(2026, 11, 22), time(1))),
        ("Sunday at 3 a.m.", AskedTime(date(2026, 11, 22), time(3))),
        ("at 22:15 on Saturday", AskedTime(date(2026, 11, 21), time(22, 15))),
        ("at 07:30 on Saturday", AskedTime(date(2026, 11, 21), time(7, 30))),
        ("Is it open at 5:30?", None),
        ("whats open past 11 tonight", AskedTime(date(2026, 11, 20), time(23))),
        ("food after 10?", AskedTime(date(2026, 11, 20), time(22))),
        ("open past 12", AskedTime(date(2026, 11, 21), time(0))),
        ("drinks until 2", AskedTime(date(2026, 11, 21), time(2))),
        ("dinner saturday at 7", AskedTime(date(2026, 11, 21), time(19))),
        ("breakfast before 8 tomorrow", AskedTime(date(2026, 11, 21), time(8))),
        ("lunch at 1", AskedTime(date(2026, 11, 21), time(13))),
        ("brunch at 11 on sunday", AskedTime(date(2026, 11, 22), time(11))),
        ("tonight at 20h30", AskedTime(date(2026, 11, 20), time(20, 30))),
        ("tonight at 8h", AskedTime(date(2026, 11, 20), time(20))),
        (
            "Any live music nights around 10 December?",
            AskedTime(date(2026, 12, 10)),
        ),
        (
            "what dinner shows run until 12 December",
            AskedTime(date(2026, 12, 12)),
        ),
        ("dinner at 8 december 2nd", AskedTime(date(2026, 12, 2), time(20))),
        ("Table tonight 4 at 8 for dinner", AskedTime(date(2026, 11, 20), time(20))),
        ("dinner tonight 4 with kids", None),
        ("dinner tonight 7 for 2", AskedTime(date(2026, 11, 20), time(19))),
        ("dinner tomorrow 7", AskedTime(date(2026, 11, 21), time(19))),
        (
            "dinner at 8 second of december for 2",
            AskedTime(date(2026, 12, 2), time(20)),
        ),
        (
            "dinner for 8, saturday the 12th, around 7, chinese",
            AskedTime(date(2026, 12, 12), time(19)),
        ),
        ("open friday 27?", AskedTime(date(2026, 11, 27))),
        ("dinner friday 27 at 7 pm", AskedTime(date(2026, 11, 27), time(19))),
        (
            "Move my dinner to Saturday 19:30",
            AskedTime(date(2026, 11, 21), time(19, 30)),
        ),
        ("Saturday, 15 people", AskedTime(date(2026, 11, 21))),
        ("dinner saturday 20, please", AskedTime(date(2026, 11, 21))),
        ("We sat 25 minutes and nobody came", None),
        ("the day after tomorrow", AskedTime(date(2026, 11, 22))),
        ("is it open 24h", None),
        ("sunday at 10 hours", AskedTime(date(2026, 11, 22), time(10))),
        ("open around 2 hours", None),
        ("parking for 2h", None),
        ("can we check out after 11", None),
        ("dinner at 8 dollars", None),
        ("a show after 2 drinks", None),
        ("What is on this afternoon?", None),
        ("Is it open tonight?", None),
        ("Is Ballo open?", None),
        ("at 25 pm on February 31", None),
        ("open on 2026-12-24?", AskedTime(date(2026, 12, 24))),
        ("open on 2026-13-45?", None),
        ("open on 9999-12-31?", None),
        ("Is it open at 5:75 pm?", None),
        ("", None),
    ],
)
def test_it_hears_the_day_and_the_hour(text: str, expected: AskedTime | None) -> None:
    assert asked_time.read(text, FRIDAY) == expected


def test_the_words_of_a_day_end_with_it() -> None:
    assert asked_time.day_words("dinner friday 27 at 7 pm") == "friday 27"
    assert asked_time.day_words("dinner saturday 19:30") == "saturday"


@pytest.mark.parametrize(
    ("text", "is_none"),
    [
        ("open on 2026-13-45?", True),
        ("open on 9999-12-31?", True),
        ("open on 2026-12-31?", False),
        ("open on February 30?", True),
        ("open on the 31st of April?", True),
        ("open on February 29?", False),
        ("may 40 of us come?", False),
        ("was it open in 1850?", True),
        ("open on Christmas 0000?", True),
        ("open on December 25, 2026?", False),
        ("open at 1850?", False),
        ("open yesterday?", True),
        ("it was closed yesterday, is it open today?", False),
    ],
)
def test_it_knows_a_day_that_there_is_not(text: str, *, is_none: bool) -> None:
    assert asked_time.is_no_day(text, FRIDAY) == is_none


@pytest.mark.parametrize(
    ("text", "is_no_day"),
    [
        ("what time does Tuscany close, my dad passed away last month", False),
        ("I was there last night, is it open on Sunday?", False),
        ("was Tuscany open last night?", True),
        ("I was wondering if Tuscany was open last night", True),
        ("what time did it close, last night", True),
    ],
)
def test_a_past_day_of_the_guest_is_not_asked_about(text: str, is_no_day: bool) -> None:
    assert asked_time.is_no_day(text, FRIDAY) is is_no_day


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("a table for 4 tonight", date(2026, 11, 20)),
        ("lunch today", date(2026, 11, 20)),
        ("a massage this afternoon", date(2026, 11, 20)),
        ("italian tomorrow at 7 pm", date(2026, 11, 21)),
        ("a table for 4", None),
    ],
)
def test_it_hears_the_day_of_a_visit(text: str, day: date | None) -> None:
    assert asked_time.day(text, FRIDAY) == day
