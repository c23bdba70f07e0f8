"""Staff see what was sent to the guests of their own properties, and why not."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.utils import timezone

from apps.guests import consents
from apps.properties.models import Property
from apps.sms.models import InboundText, OutboundText, SendingHours, SmsNumber
from apps.sms.outgoing import outbox
from tests import factories

ALICE, OURS = "+18605550134", "+18605550199"
SENT, RECEIVED = "/admin/sms/outboundtext/", "/admin/sms/inboundtext/"


@pytest.fixture
def texts(mohegan: Property, foxwoods: Property) -> None:
    """A question of Alice at one resort, and an offer that came too late at another."""
    InboundText.objects.create(
        event_id="1",
        property=mohegan,
        from_number=ALICE,
        to_number=OURS,
        body="Is the spa open? Write to alice@example.com",
        received_at=timezone.now(),
    )
    consents.record(
        foxwoods,
        ALICE,
        "sms",
        is_given=True,
        channel="web",
        source="a box that was ticked",
        text_shown="Text me offers.",
        said_at=timezone.now(),
    )
    night = datetime(2026, 11, 23, 22, tzinfo=ZoneInfo("America/New_York"))
    outbox.begin(foxwoods, ALICE, "Tonight: free music.", night)


@pytest.mark.usefixtures("texts")
def test_numbers_and_personal_data_are_hidden_from_most(
    sam: Client, sams_account: User
) -> None:
    sams_account.user_permissions.remove(
        *Permission.objects.filter(codename="reveal_numbers")
    )
    page = sam.get(RECEIVED).content.decode()
    assert "Is the spa open?" in page
    assert "***34" in page
    assert ALICE not in page
    assert "alice@example.com" not in page


@pytest.mark.usefixtures("texts")
def test_those_who_may_see_numbers_do(sam: Client) -> None:
    assert ALICE in sam.get(RECEIVED).content.decode()


@pytest.mark.usefixtures("texts")
def test_it_says_why_something_was_not_sent(sam: Client) -> None:
    assert "quiet hours until Tuesday 9:00 AM" in sam.get(SENT).content.decode()


@pytest.mark.usefixtures("texts")
def test_staff_see_their_own_properties_alone(
    sam: Client, sams_account: User, mohegan: Property
) -> None:
    factories.assign(sams_account, mohegan)
    assert "Is the spa open?" in sam.get(RECEIVED).content.decode()
    assert "free music" not in sam.get(SENT).content.decode()
    foreign_text = OutboundText.objects.get()
    assert sam.get(f"{SENT}{foreign_text.pk}/change/").status_code == 302


@pytest.mark.usefixtures("texts")
def test_nobody_changes_what_was_sent(sam: Client) -> None:
    text = OutboundText.objects.get()
    page = sam.get(f"{SENT}{text.pk}/change/")
    assert page.status_code == 200
    change = sam.post(f"{SENT}{text.pk}/change/", {"status": "pending"})
    assert change.status_code == 403


def test_staff_enter_a_number_for_their_property(
    sam: Client, mohegan: Property
) -> None:
    values = {"property": mohegan.pk, "number": "(860) 555-0177"}
    assert sam.post("/admin/sms/smsnumber/add/", values).status_code == 302
    assert SmsNumber.objects.get().number == "+18605550177"
    values["number"] = "call us"
    page = sam.post("/admin/sms/smsnumber/add/", values)
    assert "Write it as +18605551234." in page.content.decode()


def test_it_refuses_a_number_of_a_resort_that_the_staff_do_not_see(
    sam: Client, sams_account: User, mohegan: Property, foxwoods: Property
) -> None:
    SmsNumber.objects.create(property=foxwoods, number=OURS)
    factories.assign(sams_account, mohegan)
    page = sam.post(
        "/admin/sms/smsnumber/add/", {"property": mohegan.pk, "number": OURS}
    )
    assert page.status_code == 200
    assert "This number is taken." in page.content.decode()


def test_staff_narrow_the_hours_of_a_state(sam: Client) -> None:
    row = SendingHours.objects.get(region="Florida", weekday=6)
    values = {
        "region": "Florida",
        "weekday": 6,
        "opens_at": "12:00",
        "closes_at": "18:00",
        "area_codes": "305,786",
        "source": "A new law",
    }
    url = f"/admin/sms/sendinghours/{row.pk}/change/"
    assert sam.post(url, values).status_code == 302
    row.refresh_from_db()
    assert row.area_codes == ["305", "786"]
    assert sam.post(url, {**values, "closes_at": "09:00"}).status_code == 200
