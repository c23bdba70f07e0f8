"""What callers say of a stay: days and hours in words, rooms of several kinds."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from apps.guests.extraction import facts_in

NOW = datetime(2026, 5, 12, 10, tzinfo=ZoneInfo("America/New_York"))


def days(first: str | None, last: str | None = None) -> dict[str, Any]:
    return {"visit_dates": {"from": first, "until": last}}


def values(text: str, language: str = "en") -> dict[str, Any]:
    return {fact.key: fact.value for fact in facts_in(text, language, NOW).facts}


@pytest.mark.parametrize(
    ("text", "language", "facts"),
    [
        ("I'd arrive on the third of June", "en", days("2026-06-03")),
        (
            "from June the second through the twenty-sixth",
            "en",
            days("2026-06-02", "2026-06-26"),
        ),
        (
            "we need it from the 14th till the seventeenth",
            "en",
            days("2026-05-14", "2026-05-17"),
        ),
        ("checking out on the thirtieth", "en", days(None, "2026-05-30")),
        (
            "queremos ir del veinte al veintidós de agosto",
            "es",
            days("2026-08-20", "2026-08-22"),
        ),
        ("wir kommen am dritten Juli", "de", days("2026-07-03")),
        (
            "we come on Christmas Eve and stay until the 27th",
            "en",
            days("2026-12-24", "2026-12-27"),
        ),
        ("we may first check in, then eat on the second floor", "en", {}),
        ("is my room on the second floor?", "en", {}),
        ("I need the second room at the end", "en", {}),
    ],
)
def test_it_reads_days_in_words(text: str, language: str, facts: Any) -> None:
    assert values(text, language) == facts


@pytest.mark.parametrize(
    ("text", "language", "hour"),
    [
        ("we'll get there around sevenish", "en", "19:00"),
        ("expect us at half seven", "en", "19:30"),
        ("llegaremos a las ocho y media de la tarde", "es", "20:30"),
        ("nous arrivons à dix heures moins le quart du soir", "fr", "21:45"),
        ("Wir kommen gegen halb acht", "de", "19:30"),
        ("el taxi llega a las ocho", "es", None),
        ("我们明天8点到", "zh", None),
        ("We'll arrive at 8", "en", "20:00"),
        ("We'll arrive at 8 for breakfast", "en", None),
    ],
)
def test_it_reads_hours_in_words(text: str, language: str, hour: str | None) -> None:
    assert values(text, language).get("arrival_time") == hour


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("we would like one double and two singles", {"rooms": 3}),
        ("We need 7 rooms, 6 twins and 1 double", {"rooms": 7}),
        ("I need a double espresso and two single beds", {}),
        ("We need 2 rooms and 2 suites", {"rooms": 4}),
        ("We need one suite, two bedrooms", {"rooms": 1}),
        ("I'd like a double, on the rocks", {}),
        ("I'd like a double for two nights", {"rooms": 1, "nights": 2}),
        ("We need a week to think about it.", {}),
        ("We need two weeks to decide", {}),
        ("We want a week, please", {"nights": 7}),
        ("just a couple of nights please", {"nights": 2}),
        ("book one week starting on the 1st", {"nights": 7, **days("2026-06-01")}),
        ("we want two nights or maybe three", {}),
        ("please extend it by two nights", {}),
        ("myself plus two", {"party_size": 3}),
        ("There are 3 adults in my group", {"party_size": 3}),
        ("change the number of guests to 4", {"party_size": 4}),
        ("our little one is 14 months", {"children_ages": [1]}),
    ],
)
def test_it_counts_rooms_nights_and_people_as_callers_do(text: str, facts: Any) -> None:
    assert values(text) == facts


@pytest.mark.parametrize(
    ("text", "language", "rooms"),
    [
        ("Wir brauchen 2 Doppelzimmer und 2 Einzelzimmer", "de", 4),
        ("Ein Doppelzimmer und ein Einzelzimmer", "de", 2),
        ("Wir brauchen 2 Zimmer, 1 Doppelzimmer und 1 Einzelzimmer", "de", 2),
        ("Necesitamos 2 habitaciones y 2 suites", "es", 4),
    ],
)
def test_it_adds_up_rooms_of_several_kinds(
    text: str, language: str, rooms: int
) -> None:
    assert values(text, language)["rooms"] == rooms
