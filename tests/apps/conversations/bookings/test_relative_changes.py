"""How much later or earlier, and hours that are spoken."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from apps.conversations.turns.bookings.words import dates, relative_changes
from apps.infrastructure import database_threads
from apps.properties.models import Property
from tests.apps.conversations.bookings.sample_bookings import (
    ROOM,
    Talk,
    only_request,
    room_at,
)

NOON = datetime(2026, 11, 26, 12, tzinfo=ZoneInfo("America/New_York"))
EVENING = time(19)


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("can we come an hour later?", 60),
        ("push our dinner back by two hours", 120),
        ("an hour and a half later", 90),
        ("45 minutes earlier please", -45),
        ("move it up by 30 minutes", -30),
        ("media hora más tarde", 30),
        ("una hora antes", -60),
        ("retrásala media hora", 30),
        ("une demi-heure plus tard", 30),
        ("avancer d'une heure", -60),
        ("uma hora mais tarde", 60),
        ("eine halbe Stunde später", 30),
        ("zwei Stunden früher", -120),
        ("un'ora più tardi", 60),
        ("推迟两个小时", 120),
        ("提前半小时", -30),
    ],
)
def test_a_shift_is_read(text: str, minutes: int) -> None:
    assert relative_changes.read(text) == timedelta(minutes=minutes)


@pytest.mark.parametrize(
    "text", ["in an hour", "later", "20 hours later", "push it up an hour", "2 nights"]
)
def test_what_does_not_say_by_how_much_is_none(text: str) -> None:
    assert relative_changes.read(text) is None


@pytest.mark.parametrize(
    ("text", "clock"),
    [
        ("at half past eight", time(20, 30)),
        ("a quarter to nine", time(20, 45)),
        ("a las 8 y media", time(20, 30)),
        ("à 20h et demie", time(20, 30)),
        ("晚上8点半", time(20, 30)),
        ("下午两点", time(14)),
        ("晚上十点一刻", time(22, 15)),
        ("20.30 Uhr", time(20, 30)),
        ("um 20 Uhr 30", time(20, 30)),
        ("halb neun", time(20, 30)),
        ("alle ore 20:30", time(20, 30)),
        ("at 1pm instead of 11am", time(13)),
        ("instead of 11, at 10", time(22)),
    ],
)
def test_a_spoken_hour_is_read(text: str, clock: time) -> None:
    assert dates.read(text, NOON, EVENING).clock == clock


@pytest.mark.parametrize(
    "text", ["改成五个人", "für fünf Personen", "siamo in cinque", "per cinque persone"]
)
def test_people_are_counted(text: str) -> None:
    assert dates.read(text, NOON, EVENING).party == 5


@pytest.mark.parametrize("language", dates.FORMATS)
def test_a_moment_is_read_as_it_is_said(language: str) -> None:
    moment = datetime(2026, 12, 5, 20, 30, tzinfo=NOON.tzinfo)
    moment_read = dates.read(dates.say(moment, language), NOON, EVENING)
    assert (moment_read.day, moment_read.clock) == (moment.date(), moment.time())


@pytest.mark.usefixtures("without_key")
async def test_another_night_is_asked_of_the_team(talk: Talk, resort: Property) -> None:
    await database_threads.run(room_at, resort)
    await talk.with_codes(ROOM).say("can we stay another night", "yes")
    request = await only_request()
    assert (request.kind, request.status) == ("change", "waiting")
    assert request.wish["note"] == "can we stay another night"
