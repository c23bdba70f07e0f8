"""The queue shows what one has to decide, narrowed as one likes, and who does what."""

from __future__ import annotations

import uuid
from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission, User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.conversations.models import Conversation
from apps.properties.models import Property
from apps.reservations import escalation, requests
from apps.reservations.models import EscalationStep, Request, RequestNote
from tests.apps.reservations.sample_requests import table_in, waiting
from tests.apps.staff.requests.desk import (
    QUEUE,
    late_checkout_at,
    sent,
    shown,
)


@pytest.mark.parametrize(
    ("query", "has_checkout", "has_towels"),
    [
        ("", True, True),
        ("department=Front+desk", True, False),
        ("kind=service", False, True),
        ("kind=no-such-kind", True, True),
        ("place=mohegan-sun", True, True),
        ("place=foxwoods", False, False),
        ("mine=1", False, False),
        ("overdue=1", True, False),
        ("tab=approved", False, False),
    ],
)
def test_it_narrows_the_list(
    host: Client,
    late_checkout: Request,
    towels: Request,
    query: str,
    has_checkout: bool,
    has_towels: bool,
) -> None:
    past = timezone.now() - timedelta(minutes=1)
    Request.objects.filter(pk=late_checkout.pk).update(due_at=past)
    page = shown(host, query)
    assert ("until 3:00 PM" in page) is has_checkout
    assert ("four towels" in page) is has_towels


def test_it_counts_each_tab_and_says_when_one_is_empty(
    host: Client, late_checkout: Request
) -> None:
    page = shown(host)
    assert 'data-tab="waiting" data-count="1"' in page
    assert 'data-tab="approved" data-count="0"' in page
    assert "Nothing is left to be done." in shown(host, "tab=approved")
    assert "Nothing here with these filters." in shown(host, "kind=upgrade")


def test_it_shows_what_one_needs_to_decide(
    host: Client, late_checkout: Request
) -> None:
    booking = late_checkout.reservation
    assert booking
    booking.amount, booking.deposit, booking.deposit_state = 398, 199, "held"
    booking.missing_since = timezone.now()
    booking.save()
    late_checkout.wish = {"words": "until 3:00 PM", "until": "15:00"}
    late_checkout.save()
    page = shown(host)
    for words in (
        "Late checkout, Okafor",
        "<b>ROOM4821</b>",
        "$398.00",
        "$199.00, held",
        "no longer has it since",
        "<dt>Until</dt><dd>3:00 PM</dd>",
        "The concierge handed it to staff at",
        "Nobody’s",  # noqa: RUF001 - as the page writes it
    ):
        assert words in page


def test_it_says_whether_a_cancellation_came_in_time(
    host: Client, mohegan: Property
) -> None:
    booking = table_in(mohegan)
    waiting(booking)
    assert "this came in time." in shown(host)
    booking.starts_at = timezone.now()
    booking.save()
    Request.objects.get().steps.filter(action="submit").update(at=timezone.now())
    assert "this came too late." in shown(host)


def test_it_links_the_conversation_for_who_may_read_it(
    host: Client, sams_account: User, late_checkout: Request
) -> None:
    assert "Read the conversation" not in shown(host)
    talk = Conversation.objects.create(
        pk=late_checkout.thread_id, property=late_checkout.property
    )
    address = f"/admin/conversations/conversation/{talk.pk}/change/"
    assert address in shown(host)
    assert host.get(address).status_code == 200
    sams_account.groups.clear()
    sams_account.user_permissions.set(
        [Permission.objects.get(codename="change_request")]
    )
    page = shown(host)
    assert "Read the conversation" not in page
    assert "Okafor" not in page
    assert "until 3:00 PM" in page


def test_it_tells_what_has_happened_meanwhile(
    host: Client, nora: User, late_checkout: Request
) -> None:
    requests.decline(late_checkout, nora, "Full house.", timezone.now())
    form = {"version": str(late_checkout.version), "decision": "approve"}
    is_done, text = sent(host, late_checkout, **form)
    assert not is_done
    assert text.startswith("Not done. nora declined it at ")
    assert text.endswith(": “Full house.”.")
    late_checkout.refresh_from_db()
    assert late_checkout.status == "declined"


def test_a_reason_that_is_too_long_is_not_cut_short(
    host: Client, late_checkout: Request
) -> None:
    form = {"version": str(late_checkout.version), "decision": "decline"}
    is_done, text = sent(host, late_checkout, **form, reason="x" * 301)
    assert not is_done
    assert "at most 300" in text
    late_checkout.refresh_from_db()
    assert late_checkout.status == "waiting"
    assert sent(host, late_checkout, **form, reason="x" * 300)[0]


def test_it_tells_that_the_guest_has_withdrawn(
    host: Client, late_checkout: Request
) -> None:
    requests.withdraw(late_checkout, timezone.now())
    form = {"version": str(late_checkout.version), "decision": "approve"}
    assert "The guest withdrew it at " in sent(host, late_checkout, **form)[1]


def test_it_keeps_the_filters_after_a_decision(
    host: Client, late_checkout: Request
) -> None:
    address = f"{QUEUE}{late_checkout.pk}/?kind=late_checkout&mine=1"
    form = {"version": str(late_checkout.version), "decision": "approve"}
    answer = host.post(address, form)
    expected = f"{QUEUE}?tab=waiting&kind=late_checkout&mine=1#r-{late_checkout.pk}"
    assert answer["Location"] == expected


def test_it_shows_the_escalation_and_what_to_do(
    host: Client, late_checkout: Request
) -> None:
    EscalationStep.objects.create(
        property=late_checkout.property, after_minutes=15, advice="Call 4400."
    )
    assert "Escalated" not in shown(host)
    escalation.escalate(timezone.now() + timedelta(minutes=15))
    page = shown(host)
    assert "Escalated: 15 min without a decision" in page
    assert "Call 4400." in page


def test_it_asks_the_database_as_often_for_many_as_for_few(
    host: Client, mohegan: Property
) -> None:
    counts = []
    for number in (2, 8):
        for _ in range(number):
            late_checkout_at(mohegan, code=f"ROOM{uuid.uuid4().hex[:6].upper()}")
        with CaptureQueriesContext(connection) as queries:
            shown(host)
        counts.append(len(queries))
    assert counts[0] == counts[1]


@pytest.mark.parametrize("path", ["", "assign/", "note/"])
def test_it_knows_nothing_of_another_resort(
    host: Client, foxwoods: Property, path: str
) -> None:
    theirs = late_checkout_at(foxwoods, code="FOX10482")
    RequestNote.objects.create(request=theirs, text="A secret of theirs.")
    Request.objects.update(department="Their desk")
    for query in ("", "place=foxwoods", "tab=waiting", f"kind={theirs.kind}"):
        page = host.get(f"{QUEUE}?{query}").content.decode()
        for words in ("FOX10482", "Foxwoods", "secret", "Their desk", str(theirs.pk)):
            assert words not in page.replace("place=foxwoods", "")
    form = {"version": str(theirs.version), "decision": "approve", "note": "x"}
    assert host.post(f"{QUEUE}{theirs.pk}/{path}", form).status_code == 404
    theirs.refresh_from_db()
    assert theirs.status == "waiting"
    assert theirs.assigned_to is None
    assert theirs.notes.count() == 1
