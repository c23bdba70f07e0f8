"""Staff offer another time or number of people, and accepting it alters the booking."""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.formats import date_format

from apps.properties.models import Property
from apps.reservations import requests, tasks
from apps.reservations.models import Request, RequestKind, Reservation
from tests.apps.conversations.bookings.sample_bookings import (
    dinner_at,
    evening,
    room_at,
)
from tests.apps.staff.requests.desk import QUEUE, sent, shown

LATE = {"decision": "counter", "reason": "Eight is full."}


def waiting_request(
    booking: Reservation, kind: RequestKind, wish: dict[str, Any]
) -> Request:
    now = timezone.now()
    row = requests.draft(booking.property, uuid.uuid4(), kind, wish, now, booking)
    return requests.confirm(requests.propose(row, now), now)


@pytest.fixture
def dinner(mohegan: Property) -> Reservation:
    return dinner_at(mohegan)


@pytest.fixture
def at_eight(dinner: Reservation) -> Request:
    """A table for two at seven that is wished at eight for six."""
    wish = {"starts_at": dinner.starts_at.replace(hour=20).isoformat(), "party": 6}
    return waiting_request(dinner, RequestKind.CHANGE, wish)


@pytest.fixture
def stay(mohegan: Property) -> Reservation:
    return room_at(mohegan)


def offer(host: Client, row: Request, **form: str) -> tuple[bool, str]:
    return sent(host, row, **{**LATE, "version": str(row.version), **form})


def test_it_offers_another_time_for_as_many_people_as_asked_for(
    host: Client, dinner: Reservation, at_eight: Request
) -> None:
    assert offer(host, at_eight, clock="21:30") == (True, "Something else offered.")
    at_eight.refresh_from_db()
    half_past_nine = dinner.starts_at.replace(hour=21, minute=30)
    assert datetime.fromisoformat(at_eight.offer["starts_at"]) == half_past_nine
    assert at_eight.offer["party"] == 6
    dinner.refresh_from_db()
    assert dinner.party == 2
    requests.accept(at_eight, timezone.now())
    dinner.refresh_from_db()
    assert (dinner.starts_at, dinner.party) == (half_past_nine, 6)
    assert ", 9:30 PM; people 6" in shown(host, "tab=approved")


def test_it_offers_another_day_at_the_time_that_is_asked_for(
    host: Client, dinner: Reservation, at_eight: Request
) -> None:
    day = (dinner.starts_at + timedelta(days=1)).date()
    assert offer(host, at_eight, day=f"{day}", party="4", offer="at the bar")[0]
    at_eight.refresh_from_db()
    offered = dict(at_eight.offer)
    eight = dinner.starts_at.replace(hour=20)
    moment = datetime.fromisoformat(offered.pop("starts_at"))
    assert moment.astimezone(eight.tzinfo) == eight + timedelta(days=1)
    assert offered == {"party": 4, "words": "at the bar"}


@pytest.mark.parametrize(
    ("kind", "field", "clock", "end", "hour"),
    [
        (RequestKind.LATE_CHECKOUT, "until", "13:00", "ends_at", 13),
        (RequestKind.EARLY_CHECKIN, "from", "14:00", "starts_at", 14),
    ],
)
def test_it_offers_another_hour_of_a_stay(
    host: Client,
    stay: Reservation,
    kind: RequestKind,
    field: str,
    clock: str,
    end: str,
    hour: int,
) -> None:
    row = waiting_request(stay, kind, {field: "12:30"})
    before = getattr(stay, end)
    assert offer(host, row, **{field: clock})[0]
    row.refresh_from_db()
    assert row.offer == {field: clock}
    requests.accept(row, timezone.now())
    stay.refresh_from_db()
    assert getattr(stay, end) == before.replace(hour=hour)


@pytest.mark.parametrize(
    ("form", "problem"),
    [
        ({"day": "2020-01-01"}, "That time is over."),
        ({"day": "2999-01-01"}, "more than a year away"),
        ({"day": "31 June"}, "Write the date as"),
        ({"clock": "25:00"}, "Write the time as"),
        ({"party": "400"}, "for 1 to 100 people"),
        ({"party": "0"}, "for 1 to 100 people"),
        ({"party": "six"}, "for 1 to 100 people"),
        ({"clock": "20:00"}, "Approve it instead."),
        ({"clock": "19:00", "party": "2"}, "booked already"),
        ({"until": "13:00"}, "Say what you offer instead."),
        ({"offer": "\0"}, "Null characters"),
        ({}, "Say what you offer instead."),
    ],
)
def test_it_offers_nothing_that_cannot_be(
    host: Client, at_eight: Request, form: dict[str, str], problem: str
) -> None:
    is_done, text = offer(host, at_eight, **form)
    assert not is_done
    assert problem in text
    at_eight.refresh_from_db()
    assert (at_eight.status, at_eight.offer) == ("waiting", {})


def test_it_offers_no_checkout_that_is_not_later(
    host: Client, stay: Reservation
) -> None:
    row = waiting_request(stay, RequestKind.LATE_CHECKOUT, {"until": "15:00"})
    assert offer(host, row, until="10:30") == (False, "Checkout is 11:00 AM already.")


def test_it_keeps_what_was_written_where_it_cannot_be_offered(
    host: Client, at_eight: Request
) -> None:
    form = {**LATE, "version": str(at_eight.version), "clock": "20:00", "party": ""}
    page = host.post(f"{QUEUE}{at_eight.pk}/", form).content.decode()
    assert "Approve it instead." in page
    assert 'value="20:00"' in page
    assert 'value="Eight is full."' in page


def test_it_alters_nothing_that_is_cancelled_meanwhile(
    host: Client, dinner: Reservation, at_eight: Request
) -> None:
    Reservation.objects.update(state="cancelled")
    assert "is cancelled" in offer(host, at_eight, clock="21:30")[1]
    form = {"version": str(at_eight.version), "decision": "approve"}
    assert sent(host, at_eight, **form) == (
        False,
        "That booking is cancelled: nothing can change.",
    )
    at_eight.refresh_from_db()
    assert at_eight.status == "waiting"


def test_it_approves_the_cancellation_of_what_is_cancelled_already(
    host: Client, dinner: Reservation
) -> None:
    row = waiting_request(dinner, RequestKind.CANCEL, {})
    Reservation.objects.update(state="cancelled")
    assert sent(host, row, version=str(row.version), decision="approve")[0]


def test_it_holds_an_offer_open_until_its_time_and_no_longer(
    host: Client, mohegan: Property
) -> None:
    dinner = dinner_at(mohegan, starts_at=evening(mohegan, 2))
    row = waiting_request(dinner, RequestKind.CHANGE, {"party": 6})
    in_an_hour = timezone.now().astimezone(mohegan.zone) + timedelta(hours=1)
    form = {"day": f"{in_an_hour:%Y-%m-%d}", "clock": f"{in_an_hour:%H:%M}"}
    assert offer(host, row, **form)[0]
    row.refresh_from_db()
    assert row.expires_at == datetime.fromisoformat(row.offer["starts_at"])
    with pytest.raises(requests.ConflictError):
        requests.accept(row, row.expires_at)
    row.refresh_from_db()
    assert row.status == "expired"
    dinner.refresh_from_db()
    assert dinner.party == 2


def test_it_tells_a_guest_whom_nobody_answered(host: Client, at_eight: Request) -> None:
    Request.objects.update(expires_at=timezone.now())
    assert tasks.expire() == 1
    [step] = requests.steps_to_tell()
    assert step.action == "expire"


def test_a_taken_offer_shows_both_times_and_the_day_of_departure(
    host: Client, stay: Reservation
) -> None:
    wish = {"until": "14:00", "words": "until 2:00 PM"}
    row = waiting_request(stay, RequestKind.LATE_CHECKOUT, wish)
    assert stay.ends_at
    leaves_at = stay.ends_at.astimezone(stay.property.zone)
    leaves = f"leaves {date_format(leaves_at, 'D, N j')}"
    assert leaves in shown(host)
    assert offer(host, row, until="12:30")[0]
    row.refresh_from_db()
    requests.accept(row, timezone.now())
    page = " ".join(shown(host, "tab=approved").split())
    assert "<dt>Asked for first</dt><dd>Until 2:00 PM</dd>" in page
    assert "<dt>Offered, and taken</dt><dd>Until 12:30 PM</dd>" in page
    assert "<dt>Until</dt>" not in page
    assert "offered “Until 12:30 PM” instead of “Until 2:00 PM”" in page


def test_nobody_approves_what_is_only_answered(host: Client, stay: Reservation) -> None:
    row = waiting_request(stay, RequestKind.BILLING, {"text": "Why two nights?"})
    page = shown(host)
    assert ">We look into it</button>" in page
    assert ">Approve</button>" not in page
    assert sent(host, row, version=str(row.version), decision="approve")[0]
    assert ">Mark as answered</button>" in shown(host, "tab=approved")


def test_it_keeps_the_room_of_a_service_whose_offer_is_taken(
    host: Client, towels: Request
) -> None:
    assert offer(host, towels, offer="two towels")[0]
    towels.refresh_from_db()
    requests.accept(towels, timezone.now())
    page = shown(host, "tab=approved")
    assert "1204" in page
    assert "two towels" in page


def test_it_shows_the_wish_as_staff_would_write_it(
    host: Client, at_eight: Request
) -> None:
    page = shown(host)
    assert ", 8:00 PM</dd>" in page
    assert "T20:00" not in page
