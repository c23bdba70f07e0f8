"""What is on tonight, what is open now: computed for the very moment."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from apps.knowledge.schedule import whats_on
from apps.properties.models import Property
from tests import factories

ZONE = ZoneInfo("America/New_York")
FRIDAY = datetime(2026, 11, 20, 18, tzinfo=ZONE)


def answer_text(place: Property, text: str, at: datetime = FRIDAY) -> str:
    return " ".join(
        passage["content"] for passage in whats_on.passages(place, text, at)
    )


@pytest.fixture
def stage(mohegan: Property) -> Property:
    show = factories.ShowFactory.create(property=mohegan, name="The Fab Faux")
    for day in (20, 21, 27):
        starts = datetime(2026, 11, day, 20, tzinfo=ZONE)
        factories.PerformanceFactory.create(show=show, starts_at=starts)
    return mohegan


def test_it_tells_tonights_show_with_its_stage(stage: Property) -> None:
    text = answer_text(stage, "What shows are on tonight?")
    assert "The Fab Faux plays tonight at 8:00 PM at Wolf Den." in text


def test_it_tells_the_end_and_the_note_of_a_performance(mohegan: Property) -> None:
    show = factories.ShowFactory.create(property=mohegan, name="Dueling Pianos")
    factories.PerformanceFactory.create(
        show=show,
        starts_at=FRIDAY.replace(hour=21),
        ends_at=FRIDAY.replace(hour=23),
        note="Requests are welcome.",
    )
    text = answer_text(mohegan, "What shows are on tonight?")
    assert "plays tonight at 9:00 PM (until 11:00 PM) at Wolf Den." in text
    assert "Requests are welcome." in text


def test_it_does_not_announce_a_show_that_is_over(stage: Property) -> None:
    late = FRIDAY.replace(hour=23)
    text = answer_text(stage, "Any live music tonight?", late)
    assert text == (
        "I find no further show in the records for tonight; the next one is The Fab "
        "Faux, tomorrow at 8:00 PM at Wolf Den."
    )


@pytest.mark.parametrize(
    ("text", "times"),
    [
        ("Who is playing tonight?", "for tonight"),
        ("any concerts today?", "for today"),
        ("is there a show tomorrow", "for tomorrow"),
        ("entertainment on Wednesday?", "on Wednesday, November 18"),
    ],
)
def test_it_says_that_nothing_plays_and_what_comes_next(
    stage: Property, text: str, times: str
) -> None:
    monday = datetime(2026, 11, 16, 18, tzinfo=ZONE)
    assert answer_text(stage, text, monday) == (
        f"I find no show in the records {times}; the next one is The Fab Faux, on "
        "Friday, November 20 at 8:00 PM at Wolf Den."
    )


def test_a_month_is_no_day_and_a_date_in_it_is_one(stage: Property) -> None:
    september = datetime(2026, 9, 16, 18, tzinfo=ZONE)
    text = answer_text(stage, "Any shows in October?", september)
    assert text.startswith("I find no show in the records for that time; the next one")
    for question in ("Any shows for October 24?", "any shows this month on October 24"):
        text = answer_text(stage, question, september)
        assert text.startswith("I find no show in the records on Saturday, October 24;")


def test_the_next_show_is_of_the_genre_that_is_asked_for(stage: Property) -> None:
    stand_up = factories.ShowFactory.create(
        property=stage, name="Stand-up", genre="Comedy"
    )
    factories.PerformanceFactory.create(
        show=stand_up, starts_at=datetime(2026, 11, 25, 20, tzinfo=ZONE)
    )
    monday = datetime(2026, 11, 16, 18, tzinfo=ZONE)
    text = answer_text(stage, "any comedy tonight?", monday)
    assert text.startswith("Stand-up does not play today; it plays on Wednesday")


def test_it_announces_nothing_where_no_show_has_a_date(mohegan: Property) -> None:
    factories.ShowFactory.create(property=mohegan)
    assert answer_text(mohegan, "Any shows tonight?") == ""


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("What's on tonight?", (20, 17), (21, 5)),
        ("Any shows tomorrow?", (21, 5), (22, 5)),
        ("Concerts this weekend?", (21, 5), (23, 5)),
    ],
)
def test_it_knows_which_time_is_meant(
    text: str, first: tuple[int, int], last: tuple[int, int]
) -> None:
    span = whats_on.span(text, FRIDAY, ZONE)
    start, end = span.start.astimezone(ZONE), span.end.astimezone(ZONE)
    assert ((start.day, start.hour), (end.day, end.hour)) == (first, last)


def test_it_lists_only_what_is_open_now(mohegan: Property) -> None:
    factories.RestaurantFactory.create(
        property=mohegan, name="Ballo", hours=["0-6 17:00-22:00"]
    )
    factories.RestaurantFactory.create(
        property=mohegan, name="Hash House", hours=["0-6 08:00-14:00"]
    )
    text = answer_text(mohegan, "Which restaurants are open now?")
    assert "Ballo: Open now until 10:00 PM" in text
    assert "Hash House" not in text


def test_it_stays_silent_for_other_questions(stage: Property) -> None:
    assert answer_text(stage, "Who founded the resort?") == ""


@pytest.fixture
def comedy(stage: Property) -> Property:
    """A show whose days are known, and whose times are not."""
    factories.ShowFactory.create(
        property=stage,
        name="Stand-up",
        genre="Stand-up comedy",
        is_free=False,
        hours_note="Thursday to Sunday; starting times differ.",
    )
    return stage


@pytest.mark.parametrize(
    ("text", "shows"),
    [
        ("What shows are on tonight?", ["The Fab Faux", "Stand-up"]),
        ("What's on this weekend?", ["The Fab Faux", "Stand-up"]),
        ("which shows are on saturday", ["The Fab Faux", "Stand-up"]),
        ("any gigs on Sunday?", ["Stand-up"]),
        ("Anything going on November 27?", ["The Fab Faux", "Stand-up"]),
        ("entertainment on Monday?", ["The Fab Faux"]),
        ("any comedy this weekend", ["Stand-up"]),
        ("What music is on this weekend?", ["The Fab Faux"]),
        ("anything on the menu tonight", []),
        ("is the comedy stage open on saturday", []),
    ],
)
def test_it_lists_all_that_plays_on_the_days_that_are_meant(
    comedy: Property, text: str, shows: list[str]
) -> None:
    passages = whats_on.passages(comedy, text, FRIDAY)
    assert [passage["metadata"]["item_name"] for passage in passages] == shows


def test_it_tells_the_days_of_a_show_without_times(comedy: Property) -> None:
    text = answer_text(comedy, "Any comedy tonight?")
    assert text == "Stand-up: Thursday to Sunday; starting times differ."


def test_it_lists_free_shows_alone_where_they_are_asked_for(comedy: Property) -> None:
    passages = whats_on.passages(comedy, "free show tonight?", FRIDAY)
    assert [passage["metadata"]["item_name"] for passage in passages] == [
        "The Fab Faux"
    ]
