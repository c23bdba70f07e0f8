"""Sam keeps opening hours in the admin; guests are told what he typed."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.db.models.signals import post_save
from django.test import Client

from apps.catalog.hours import formatting
from apps.catalog.models import Item, Restaurant
from apps.properties.models import Property
from tests import factories
from tests.admin_form import Form

LIST = "/admin/catalog/restaurant/"
FRIDAY_NIGHT = datetime(2026, 11, 20, 23, 0, tzinfo=ZoneInfo("America/New_York"))
FRIDAY, SATURDAY, SUNDAY = 4, 5, 6


def form_of(sam: Client, item: Item) -> Form:
    return Form(sam, f"{LIST}{item.pk}/change/")


@pytest.fixture
def tuscany(mohegan: Property) -> Item:
    return factories.RestaurantFactory.create(hours=["4-5 17:00-22:00"])


def test_an_emptied_line_is_a_closed_day(sam: Client, mohegan: Property) -> None:
    row = factories.RestaurantFactory.create(hours=["0-1 17:00-22:00"])
    form = Form(sam, f"/admin/catalog/restaurant/{row.pk}/change/")
    line = form.row_of("hours", weekday=0)
    empty = {f"hours__{line}__opens_at": "", f"hours__{line}__closes_at": ""}
    assert form.fill(**empty).send().is_saved
    assert [one.weekday for one in row.hours.all()] == [1]


def test_it_offers_a_line_for_every_day_and_takes_what_sam_types(
    sam: Client, mohegan: Property
) -> None:
    form = Form(sam, f"{LIST}add/")
    assert [form.values[f"hours-{day}-weekday"] for day in range(7)] == list("0123456")
    form.fill(name="Novelle Lounge", cuisine="Cocktails", price_band=3)
    form.fill(source="Resort list", status="live")
    form.fill(hours__4__opens_at="5 pm", hours__4__closes_at="1:00 AM")
    form.fill(hours__5__opens_at="17:00", hours__5__closes_at="2am")
    assert form.send().is_saved
    words = "Friday, 5:00 PM to 1:00 AM; Saturday, 5:00 PM to 2:00 AM"
    assert words in form.text
    lounge = Restaurant.objects.get(slug="novelle-lounge")
    assert formatting.say_state(lounge, FRIDAY_NIGHT) == "Open now until 1:00 AM"


def test_it_says_which_hours_overlap_and_keeps_what_was_typed(
    sam: Client, tuscany: Item
) -> None:
    form = form_of(sam, tuscany)
    friday = form.row_of("hours", weekday=FRIDAY)
    saturday = form.row_of("hours", weekday=SATURDAY)
    form.fill(**{f"hours-{friday}-closes_at": "1:00 AM"})
    form.fill(**{f"hours-{saturday}-opens_at": "12 am"})
    form.fill(**{f"hours-{saturday}-closes_at": "4:00 AM", "name": "New name"})
    assert not form.send().is_saved
    sentence = "Friday 5:00 PM to 1:00 AM overlaps Saturday 12:00 AM to 4:00 AM."
    assert sentence in form.text
    assert form.values[f"hours-{saturday}-opens_at"] == "12 am"
    assert form.values["name"] == "New name"
    week = "Friday and Saturday, 5:00 PM to 10:00 PM; closed Sunday to Thursday"
    assert formatting.say_week(Restaurant.objects.get()) == week


def test_it_lets_two_days_trade_their_hours_in_one_save(
    sam: Client, tuscany: Item
) -> None:
    tuscany.hours.filter(weekday=SATURDAY).update(opens_at="12:00", closes_at="23:00")
    form = form_of(sam, tuscany)
    friday = form.row_of("hours", weekday=FRIDAY)
    saturday = form.row_of("hours", weekday=SATURDAY)
    form.fill(**{f"hours-{friday}-weekday": SATURDAY})
    form.fill(**{f"hours-{saturday}-weekday": FRIDAY})
    assert form.send().is_saved
    hours_text = formatting.say_week(Restaurant.objects.get())
    assert hours_text.startswith(
        "Friday, 12:00 PM to 11:00 PM; Saturday, 5:00 PM to 10:00"
    )


def test_it_lets_new_hours_take_the_place_of_removed_ones(
    sam: Client, tuscany: Item
) -> None:
    form = form_of(sam, tuscany)
    friday = form.row_of("hours", weekday=FRIDAY)
    form.fill(**{f"hours-{friday}-DELETE": "on"})
    form.add_row("hours", weekday=FRIDAY, opens_at="6 PM", closes_at="9 PM")
    assert form.send().is_saved
    assert "Friday, 6:00 PM to 9:00 PM" in form.text


EQUAL_TIMES = (
    "It opens and closes at 5:00 PM. If it is open 24 hours, write 12:00 AM in both; "
    "otherwise correct one of the times."
)


def test_it_asks_what_equal_times_mean(sam: Client, tuscany: Item) -> None:
    form = form_of(sam, tuscany)
    friday = form.row_of("hours", weekday=FRIDAY)
    form.fill(**{f"hours-{friday}-closes_at": "5 PM"})
    assert not form.send().is_saved
    assert form.text.count(EQUAL_TIMES) == 1
    assert str(tuscany.hours.get(weekday=FRIDAY)) == "Friday 17:00 to 22:00"


def test_it_asks_what_equal_times_of_an_exception_mean(
    sam: Client, tuscany: Item
) -> None:
    form = form_of(sam, tuscany)
    times = {"opens_at": "5 PM", "closes_at": "5 PM"}
    form.add_row("hours_exceptions", first_day="2026-12-24", **times)
    assert not form.send().is_saved
    assert form.text.count(EQUAL_TIMES) == 1
    assert not tuscany.hours_exceptions.exists()


def test_midnight_to_midnight_is_open_24_hours(sam: Client, tuscany: Item) -> None:
    form = form_of(sam, tuscany)
    sunday = form.row_of("hours", weekday=SUNDAY)
    form.fill(**{f"hours-{sunday}-opens_at": "12 AM"})
    form.fill(**{f"hours-{sunday}-closes_at": "12 AM"})
    assert form.send().is_saved
    assert "Sunday, 24 hours" in form.text


def test_times_may_be_written_with_a_dot_and_by_name(
    sam: Client, tuscany: Item
) -> None:
    form = form_of(sam, tuscany)
    friday = form.row_of("hours", weekday=FRIDAY)
    form.fill(**{f"hours-{friday}-opens_at": "noon"})
    form.fill(**{f"hours-{friday}-closes_at": "11.30pm"})
    assert form.send().is_saved
    assert str(tuscany.hours.get(weekday=FRIDAY)) == "Friday 12:00 to 23:30"


def test_it_asks_for_a_time_it_can_read(sam: Client, tuscany: Item) -> None:
    form = form_of(sam, tuscany)
    sunday = form.row_of("hours", weekday=SUNDAY)
    form.fill(**{f"hours-{sunday}-opens_at": "noonish"})
    assert not form.send().is_saved
    assert "Write a time as 5:00 PM." in form.text
    assert form.values[f"hours-{sunday}-opens_at"] == "noonish"


EXCEPTIONS: list[tuple[dict[str, str], str]] = [
    (
        {"first_day": "2026-12-26", "last_day": "2026-12-24", "closed": "on"},
        "The last day comes before the first.",
    ),
    (
        {"first_day": "2026-12-24", "closed": "on", "opens_at": "5 PM"},
        "Tick closed, or give times, not both.",
    ),
    ({"first_day": "2026-12-24"}, "Give both times, or tick closed."),
]


@pytest.mark.parametrize(("typed", "sentence"), EXCEPTIONS)
def test_it_says_what_is_wrong_with_an_exception(
    sam: Client, tuscany: Item, typed: dict[str, str], sentence: str
) -> None:
    form = form_of(sam, tuscany).add_row("hours_exceptions", **typed)
    assert not form.send().is_saved
    assert form.text.count(sentence) == 1
    assert form.values["hours_exceptions-0-first_day"] == typed["first_day"]


def test_it_says_which_exceptions_share_days(sam: Client, tuscany: Item) -> None:
    form = form_of(sam, tuscany)
    form.add_row(
        "hours_exceptions", first_day="2026-12-24", last_day="2026-12-26", closed="on"
    )
    form.add_row("hours_exceptions", first_day="2026-12-26", closed="on")
    assert not form.send().is_saved
    assert (
        "Thursday, December 24 to Saturday, December 26 "
        "and Saturday, December 26 share days." in form.text
    )
    assert not tuscany.hours_exceptions.exists()


def test_it_takes_a_single_closed_day_without_a_last_day(
    sam: Client, tuscany: Item
) -> None:
    form = form_of(sam, tuscany)
    form.add_row(
        "hours_exceptions", first_day="2026-11-20", closed="on", note="Private event"
    )
    assert form.send().is_saved
    hours_text = formatting.say_state(Restaurant.objects.get(), FRIDAY_NIGHT)
    assert hours_text == "Closed now (Private event); opens Saturday at 5:00 PM"


def test_it_makes_one_revision_when_only_the_hours_changed(
    sam: Client, tuscany: Item
) -> None:
    before = Restaurant.objects.get().revision
    form = form_of(sam, tuscany)
    row = form.row_of("hours", weekday=FRIDAY)
    assert form.fill(**{f"hours-{row}-closes_at": "11 PM"}).send().is_saved
    assert Restaurant.objects.get().revision == before + 1


def test_it_makes_no_revision_when_nothing_changed(sam: Client, tuscany: Item) -> None:
    before = Restaurant.objects.get()
    assert form_of(sam, tuscany).send().is_saved
    after = Restaurant.objects.get()
    assert (after.revision, after.updated_at) == (before.revision, before.updated_at)


def test_it_saves_the_row_when_its_new_hours_are_in_place(
    sam: Client, tuscany: Item
) -> None:
    hours_texts: list[str] = []

    def look(instance: Restaurant, **_: Any) -> None:
        hours_texts.append(formatting.say_week(Restaurant.objects.get(pk=instance.pk)))

    form = form_of(sam, tuscany)
    row = form.row_of("hours", weekday=FRIDAY)
    post_save.connect(look, sender=Restaurant)
    try:
        form.fill(**{f"hours-{row}-closes_at": "11 PM"}).send()
    finally:
        post_save.disconnect(look, sender=Restaurant)
    assert len(hours_texts) == 1
    assert hours_texts[0].startswith("Friday, 5:00 PM to 11:00 PM")
