"""We begin no text message at night, by the clock and the law where the guest is."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone
from pytest_django import Settings

from apps.guests import consents
from apps.properties.models import Property
from apps.sms.models import OutboundText
from apps.sms.outgoing import outbox, permission
from tests.fakes.telnyx import Telnyx

pytestmark = pytest.mark.django_db
NEW_YORK = "America/New_York"
CONNECTICUT, TEXAS, EL_PASO = "+18605550100", "+12145550100", "+19155550100"
FLORIDA, RHODE_ISLAND, NEW_JERSEY = "+13055550100", "+14015550100", "+12015550123"
LONDON = "+442079460000"


def agree(place: Property, number: str, *, is_given: bool = True) -> None:
    consents.record(
        place,
        number,
        "sms",
        is_given=is_given,
        channel="web",
        source="a box that was ticked",
        text_shown="Text me offers.",
        said_at=timezone.now(),
    )


@pytest.mark.parametrize(
    ("number", "moment", "reason"),
    [
        # 2026-11-23 is a Monday; times are in New York.
        (NEW_JERSEY, "2026-11-23 07:59", "quiet hours until 8:00 AM"),
        (NEW_JERSEY, "2026-11-23 08:00", ""),
        (NEW_JERSEY, "2026-11-23 20:59", ""),
        (NEW_JERSEY, "2026-11-23 21:00", "quiet hours until Tuesday 8:00 AM"),
        (CONNECTICUT, "2026-11-23 08:30", "quiet hours until 9:00 AM"),
        (CONNECTICUT, "2026-11-23 20:00", "quiet hours until Tuesday 9:00 AM"),
        (FLORIDA, "2026-11-23 08:30", ""),
        (FLORIDA, "2026-11-23 20:30", "quiet hours until Tuesday 8:00 AM"),
        # Dallas is an hour behind, El Paso two.
        (TEXAS, "2026-11-23 09:30", "quiet hours until 9:00 AM"),
        (TEXAS, "2026-11-23 10:00", ""),
        (EL_PASO, "2026-11-23 10:30", "quiet hours until 9:00 AM"),
        (TEXAS, "2026-11-22 12:30", "quiet hours until 12:00 PM"),
        (TEXAS, "2026-11-22 13:00", ""),
        (RHODE_ISLAND, "2026-11-23 18:00", "quiet hours until Tuesday 9:00 AM"),
        (RHODE_ISLAND, "2026-11-22 12:00", "quiet hours until Monday 9:00 AM"),
        (LONDON, "2026-11-23 16:30", "quiet hours until Tuesday 8:00 AM"),
    ],
)
def test_it_says_until_when(
    mohegan: Property, number: str, moment: str, reason: str
) -> None:
    agree(mohegan, number)
    at = datetime.fromisoformat(moment).replace(tzinfo=ZoneInfo(NEW_YORK))
    assert permission.may_send(mohegan, number, at) == reason


def test_a_guests_own_time_zone_counts_before_the_area_code(mohegan: Property) -> None:
    agree(mohegan, NEW_JERSEY)
    contact = permission.know_contact(mohegan, NEW_JERSEY)
    contact.guest.time_zone = "America/Los_Angeles"
    contact.guest.save()
    at = datetime(2026, 11, 23, 9, tzinfo=ZoneInfo(NEW_YORK))
    assert permission.may_send(mohegan, NEW_JERSEY, at) == "quiet hours until 8:00 AM"


def test_the_hours_are_a_setting(mohegan: Property, settings: Settings) -> None:
    settings.QUIET_HOURS_START, settings.QUIET_HOURS_END = 18, 10
    agree(mohegan, NEW_JERSEY)
    at = datetime(2026, 11, 23, 9, tzinfo=ZoneInfo(NEW_YORK))
    assert permission.may_send(mohegan, NEW_JERSEY, at) == "quiet hours until 10:00 AM"


def test_we_begin_nothing_without_consent(telnyx: Telnyx, mohegan: Property) -> None:
    noon = datetime(2026, 11, 23, 12, tzinfo=ZoneInfo(NEW_YORK))
    row = outbox.begin(mohegan, NEW_JERSEY, "Tonight: free music.", noon)
    assert row.status == OutboundText.Status.WITHHELD
    assert "has not agreed" in row.reason_not_sent
    agree(mohegan, NEW_JERSEY)
    row = outbox.begin(mohegan, NEW_JERSEY, "Tonight: free music.", noon)
    assert row.status == OutboundText.Status.PENDING
    agree(mohegan, NEW_JERSEY, is_given=False)
    assert permission.may_send(mohegan, NEW_JERSEY, noon) == permission.STOPPED


def test_an_answer_goes_out_at_any_hour(mohegan: Property) -> None:
    assert permission.may_answer(mohegan, NEW_JERSEY) == ""
