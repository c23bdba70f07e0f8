"""Each night a property erases what it no longer keeps, and says how much that was."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.formats import date_format
from pytest_django import Settings

from apps.conversations import retention
from apps.conversations.models import Conversation, Message, RetentionRun, Turn
from apps.guests.models import ContactPoint, Guest, GuestFact
from apps.properties.models import Property
from apps.reservations import erasure as request_erasure
from apps.reservations.models import Request, RequestNote, Reservation
from apps.reservations.request_status import Status
from apps.sms.models import InboundText
from apps.staff.models import Delivery
from tests.admin_form import Form
from tests.apps.webchat.test_forgetting import holding

pytestmark = pytest.mark.django_db(transaction=True)
WORD = "zwetschge"
# Four in the morning at the resort.
NIGHT = datetime(2026, 11, 27, 9, tzinfo=UTC)


def days_ago(days: int) -> datetime:
    return NIGHT - timedelta(days=days)


def talk(place: Property, days: int, guest: Guest | None = None) -> Conversation:
    """In which a guest said the word so many days ago."""
    at = days_ago(days)
    thread = Conversation.objects.create(
        property=place, guest=guest, last_message_at=at
    )
    turn = Turn.objects.create(conversation=thread, client_id=uuid4(), status="done")
    values = {"conversation": thread, "turn": turn, "text": f"{WORD}?"}
    Message.objects.create(role="guest", **values)
    return thread


def remembered(place: Property, days: int) -> Guest:
    guest = Guest.objects.create(property=place, is_remembered=True)
    Guest.objects.update(created_at=days_ago(days))
    values: dict[str, Any] = {"guest": guest, "turn_id": uuid4(), "confidence": 0.9}
    at = days_ago(days)
    GuestFact.objects.create(key="name", value=WORD, collected_at=at, **values)
    ContactPoint.objects.create(
        guest=guest, property=place, kind="sms", value="+18605550100"
    )
    return guest


def booking(place: Property, days: int) -> Reservation:
    """That ended so many days ago, as an import of staff brought it."""
    row = {"code": "K7QM", "family_name": WORD}
    Delivery.objects.create(property=place, category="reservations", rows=[row])
    Delivery.objects.update(received_at=days_ago(days))
    return Reservation.objects.create(
        property=place,
        kind="room",
        what="Deluxe Room",
        party=2,
        starts_at=days_ago(days + 2),
        ends_at=days_ago(days),
        booked_at=days_ago(days + 9),
        **row,
    )


def request(place: Property, days: int, status: str) -> Request:
    row = Request.objects.create(
        property=place,
        thread_id=uuid4(),
        kind="service",
        department="desk",
        wish={"text": f"{WORD}, please", "count": 2},
        offer={"words": f"no {WORD}", "until": "13:00"},
        status=status,
        expires_at=days_ago(days),
    )
    Request.objects.filter(pk=row.pk).update(created_at=days_ago(days))
    RequestNote.objects.create(request=row, text=f"likes {WORD}")
    return row


def text(place: Property, days: int) -> None:
    row = InboundText.objects.create(
        event_id=str(uuid4()),
        property=place,
        from_number="+18605550100",
        to_number="+18605550199",
        body=f"stop {WORD}",
        status="obeyed",
        received_at=days_ago(days),
    )
    InboundText.objects.filter(pk=row.pk).update(stored_at=days_ago(days))


def plant(place: Property, extra: int) -> None:
    """A word in everything that has a period, so many days older than it may be."""
    talk(place, place.keep_conversations_days + extra)
    remembered(place, place.keep_guests_days + extra)
    request(place, place.keep_requests_days + extra, Status.DONE)
    booking(place, place.keep_bookings_days + extra)
    text(place, place.keep_texts_days + extra)


def test_what_is_too_old_is_erased_everywhere_and_counted(
    mohegan: Property, sam: Client
) -> None:
    plant(mohegan, 1)
    assert len(holding(WORD)) >= 7
    assert retention.keep_all(NIGHT) == 1
    assert holding(WORD) == []
    run = RetentionRun.objects.get()
    assert run.counts == {
        "conversations": 1,
        "told": 0,
        "guests": 1,
        "requests": 1,
        "bookings": 1,
        "imports": 1,
        "texts": 1,
    }
    page = sam.get("/admin/conversations/retentionrun/").content.decode()
    assert "1 conversations" in page
    assert "1 bookings" in page


def test_what_is_within_its_time_stays(mohegan: Property) -> None:
    plant(mohegan, -1)
    request(mohegan, mohegan.keep_requests_days + 1, Status.WAITING)
    before = holding(WORD)
    retention.keep_all(NIGHT)
    assert holding(WORD) == before
    assert not any(RetentionRun.objects.get().counts.values())


def test_a_night_is_worked_once_and_by_the_clock_of_the_property(
    mohegan: Property,
) -> None:
    before_three = NIGHT - timedelta(hours=2)
    assert retention.keep_all(before_three) == 0
    assert retention.keep_all(NIGHT) == 1
    talk(mohegan, 999)
    assert retention.keep_all(NIGHT + timedelta(hours=1)) == 0
    assert retention.keep_all(NIGHT + timedelta(days=1)) == 1
    assert not Conversation.objects.exists()


def test_words_of_an_offer_are_erased_and_counted_once(mohegan: Property) -> None:
    row = request(mohegan, mohegan.keep_requests_days + 1, Status.DECLINED)
    for night in range(2):
        retention.keep_all(NIGHT + timedelta(days=night))
    row.refresh_from_db()
    assert (row.wish, row.offer) == ({"count": 2}, {"until": "13:00"})
    runs = RetentionRun.objects.order_by("day")
    assert [run.counts["requests"] for run in runs] == [1, 0]


def test_what_is_left_is_done_an_hour_later(
    mohegan: Property, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention, "MOST_CONVERSATIONS", 1)
    for _ in range(2):
        talk(mohegan, 999)
    retention.keep_all(NIGHT)
    assert RetentionRun.objects.get().left == 1
    retention.keep_all(NIGHT + timedelta(hours=1))
    run = RetentionRun.objects.get()
    assert (run.left, run.counts["conversations"]) == (0, 2)


def test_each_property_has_periods_of_its_own(
    mohegan: Property, foxwoods: Property
) -> None:
    Property.objects.filter(pk=foxwoods.pk).update(keep_conversations_days=10)
    thread = talk(mohegan, 11)
    talk(foxwoods, 11)
    retention.keep_all(NIGHT)
    assert Conversation.objects.get() == thread


def test_the_work_of_a_night_sees_the_rows_of_its_property_alone(
    mohegan: Property, foxwoods: Property
) -> None:
    for place in (mohegan, foxwoods):
        talk(place, 1)
    visible_rows: list[tuple[Property, Property]] = []

    def note_rows(place: Property, **_: Any) -> dict[str, int]:
        rows = Conversation.objects.select_related("property")
        visible_rows.extend((place, row.property) for row in rows)
        return {}

    retention.due.connect(note_rows)
    try:
        retention.keep_all(NIGHT)
    finally:
        retention.due.disconnect(note_rows)
    assert sorted(visible_rows, key=str) == [(foxwoods, foxwoods), (mohegan, mohegan)]


def test_a_property_whose_work_fails_keeps_no_other_from_it(
    mohegan: Property, foxwoods: Property, monkeypatch: pytest.MonkeyPatch
) -> None:
    for place in (mohegan, foxwoods):
        talk(place, 999)
    erase_old = request_erasure.erase_old

    def fail_at_foxwoods(place: Property, begun_since: datetime) -> int:
        if place == foxwoods:  # the first by name
            raise ValueError
        return erase_old(place, begun_since)

    with monkeypatch.context() as patch:
        patch.setattr(request_erasure, "erase_old", fail_at_foxwoods)
        assert retention.keep_all(NIGHT) == 1
    assert RetentionRun.objects.get().property == mohegan
    assert retention.keep_all(NIGHT + timedelta(hours=1)) == 1
    assert set(RetentionRun.objects.values_list("property", flat=True)) == {
        mohegan.pk,
        foxwoods.pk,
    }


def test_staff_set_the_periods_and_guests_read_them(
    mohegan: Property, sam: Client, alice: Client, settings: Settings
) -> None:
    settings.SMS_ENABLED = True
    form = Form(sam, f"/admin/properties/property/{mohegan.pk}/change/")
    answer = form.fill(keep_conversations_days="0").send()
    assert "Write at least 1 day." in answer.text
    answer = form.fill(keep_conversations_days="20", keep_facts_days="21").send()
    assert "What guests tell ends with their conversations" in answer.text
    answer = form.fill(keep_facts_days="7", keep_requests_days="400").send()
    assert "Requests end with their bookings: write at most 365." in answer.text
    assert form.fill(keep_requests_days="12").send().is_saved
    page = alice.get("/mohegan-sun/privacy/").content.decode()
    now = timezone.now().astimezone(mohegan.zone)
    for days in (20, 7, 730, 12, 365, 30):
        assert f"{days} days" in page
    assert date_format(now + timedelta(days=20)) in page
    assert "20 días" in alice.get("/mohegan-sun/privacy/?lang=es").content.decode()
