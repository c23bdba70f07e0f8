"""What a guest is told about opening hours, and when."""

from __future__ import annotations

from datetime import date, time

import pytest

from apps.catalog.hours import formatting, timetable
from apps.catalog.models import Item
from apps.properties.models import Property
from tests import factories
from tests.apps.catalog.hours.conftest import close, local


def test_it_says_until_when_a_place_is_open(tuscany: Item) -> None:
    friday = local("2026-11-20T19:00")
    assert formatting.say_state(tuscany, friday) == "Open now until 10:00 PM"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Open now until 10:00 PM, closes soon"),
        ("es", "Abierto ahora hasta las 10:00 p. m., cierra pronto"),
        ("fr", "Ouvert maintenant jusqu\u2019à 22 h, ferme bientôt"),
    ],
)
def test_it_warns_in_the_last_half_hour(
    tuscany: Item, language: str, text: str
) -> None:
    for clock, warns in (("21:30", False), ("21:31", True), ("21:59", True)):
        moment = local(f"2026-11-20T{clock}")
        sentence = formatting.say_state(tuscany, moment, language)
        assert (sentence == text) == warns


def test_it_says_when_a_closed_place_opens_today(tuscany: Item) -> None:
    noon = local("2026-11-20T12:00")
    assert formatting.say_state(tuscany, noon) == "Closed now; opens today at 5:00 PM"


def test_it_names_the_day_when_a_place_opens_later(tuscany: Item) -> None:
    monday = local("2026-11-23T12:00")
    sentence = formatting.say_state(tuscany, monday)
    assert sentence == "Closed now; opens Wednesday at 5:00 PM"


def test_it_counts_the_hours_after_midnight_to_the_evening_before(
    late_bar: Item,
) -> None:
    saturday_night = local("2026-11-21T00:30")
    assert formatting.say_state(late_bar, saturday_night) == "Open now until 1:00 AM"
    friday_night = local("2026-11-20T00:30")
    assert not timetable.state(late_bar, friday_night).is_open


def test_it_stays_open_past_midnight_when_the_next_day_is_closed(
    late_bar: Item,
) -> None:
    close(late_bar, date(2026, 11, 21), date(2026, 11, 21), "Private event")
    assert timetable.state(late_bar, local("2026-11-21T00:30")).is_open
    sentence = formatting.say_state(late_bar, local("2026-11-21T20:00"))
    assert sentence.startswith("Closed now (Private event); opens ")


def test_it_says_open_24_hours_when_nothing_ever_closes_it(mohegan: Property) -> None:
    poker = factories.GamingAreaFactory.create(hours=["0-6 00:00-00:00"])
    state = timetable.state(poker, local("2026-11-20T03:00"))
    assert state.is_open
    assert state.until is None
    assert formatting.say_state(poker, local("2026-11-20T03:00")) == "Open 24 hours"
    assert formatting.say_week(poker) == "every day, 24 hours"


def test_it_names_the_day_on_which_a_place_that_never_closes_does(
    mohegan: Property,
) -> None:
    poker = factories.GamingAreaFactory.create(hours=["0-6 00:00-00:00"])
    close(poker, date(2026, 11, 24), date(2026, 11, 24))
    sentence = formatting.say_state(poker, local("2026-11-20T03:00"))
    assert sentence == "Open now until Tuesday at 12:00 AM"


def test_it_joins_hours_that_touch_at_midnight(mohegan: Property) -> None:
    bar = factories.RestaurantFactory.create(hours=["4 17:00-00:00", "5 00:00-04:00"])
    sentence = formatting.say_state(bar, local("2026-11-20T23:00"))
    assert sentence == "Open now until 4:00 AM"


def test_it_does_not_guess_when_no_hours_are_known(mohegan: Property) -> None:
    spa = factories.AmenityFactory.create()
    state = timetable.state(spa, local("2026-11-20T12:00"))
    assert not state.is_known
    assert formatting.say_state(spa, local("2026-11-20T12:00")) == ""
    assert formatting.say_week(spa) == ""


def test_it_gives_the_date_when_the_next_opening_is_weeks_away(tuscany: Item) -> None:
    close(tuscany, date(2026, 11, 20), date(2026, 11, 29), "Renovation")
    sentence = formatting.say_state(tuscany, local("2026-11-20T19:00"))
    expected = "Closed now (Renovation); opens Wednesday, December 2 at 5:00 PM"
    assert sentence == expected


def test_it_does_not_promise_an_opening_that_is_out_of_sight(tuscany: Item) -> None:
    close(tuscany, date(2026, 11, 20), date(2027, 1, 20))
    sentence = formatting.say_state(tuscany, local("2026-11-20T19:00"))
    assert sentence == "Closed now; not open again in the next 14 days"


def test_it_keeps_other_hours_on_an_exceptional_day(tuscany: Item) -> None:
    tuscany.hours_exceptions.create(
        first_day=date(2026, 11, 23),
        last_day=date(2026, 11, 23),
        opens_at=time(12),
        closes_at=time(15),
        note="Holiday lunch",
    )
    monday = local("2026-11-23T13:00")
    state = timetable.state(tuscany, monday)
    assert state.exception == "Holiday lunch"
    assert formatting.say_state(tuscany, monday) == "Open now until 3:00 PM"


def test_it_tells_the_exceptions_of_the_next_thirty_days(tuscany: Item) -> None:
    close(tuscany, date(2026, 11, 26), date(2026, 11, 26), "Thanksgiving")
    close(tuscany, date(2026, 11, 1), date(2026, 11, 19))
    close(tuscany, date(2027, 3, 1), date(2027, 3, 5))
    tuscany.hours_exceptions.create(
        first_day=date(2026, 12, 1),
        last_day=date(2026, 12, 2),
        opens_at=time(16),
        closes_at=time(0),
    )
    assert formatting.say_exceptions(tuscany, local("2026-11-20T12:00")) == [
        "Thursday, November 26: closed (Thanksgiving)",
        "Tuesday, December 1 to Wednesday, December 2: 4:00 PM to 12:00 AM",
    ]


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        (
            ["2-6 17:00-22:00"],
            "Wednesday to Sunday, 5:00 PM to 10:00 PM; closed Monday and Tuesday",
        ),
        (
            ["0-3 11:30-22:00", "6 11:30-22:00", "4-5 11:30-23:00"],
            "Sunday to Thursday, 11:30 AM to 10:00 PM; "
            "Friday and Saturday, 11:30 AM to 11:00 PM",
        ),
        (
            ["0-6 07:00-11:00", "0-6 17:00-22:00"],
            "every day, 7:00 AM to 11:00 AM and 5:00 PM to 10:00 PM",
        ),
        (
            ["0 09:00-17:00", "2 09:00-17:00", "4 09:00-17:00"],
            "Monday, Wednesday and Friday, 9:00 AM to 5:00 PM; "
            "closed Tuesday, Thursday, Saturday and Sunday",
        ),
        (
            ["4 06:00-06:00"],
            "Friday, 24 hours from 6:00 AM; closed Saturday to Thursday",
        ),
    ],
)
def test_it_says_a_week_as_a_person_would(
    mohegan: Property, lines: list[str], sentence: str
) -> None:
    item = factories.RestaurantFactory.create(hours=lines)
    assert formatting.say_week(item) == sentence
