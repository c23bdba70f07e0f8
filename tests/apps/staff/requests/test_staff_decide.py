"""Staff decide on what guests ask for."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client
from django.utils import timezone

from apps.properties.models import Property
from apps.reservations import requests
from apps.reservations.models import Request
from tests import factories
from tests.apps.staff.requests.desk import QUEUE


def decide(client: Client, request: Request, **form: str) -> str:
    values = {"version": str(request.version), **form}
    answer = client.post(f"{QUEUE}{request.pk}/", values, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_queue_shows_all_that_is_needed_to_decide(
    host: Client, late_checkout: Request
) -> None:
    page = host.get(QUEUE).content.decode()
    for words in ("Late checkout", "until 3:00 PM", "Deluxe Room", "ROOM4821", "due"):
        assert words in page


def test_an_overdue_request_says_so(host: Client, late_checkout: Request) -> None:
    Request.objects.update(due_at=timezone.now() - timedelta(minutes=1))
    assert "overdue" in host.get(QUEUE).content.decode()


def test_a_counter_offer_needs_a_reason_and_an_offer(
    host: Client, late_checkout: Request
) -> None:
    page = decide(host, late_checkout, decision="counter", offer="1:00 PM")
    assert "Give the guest a reason." in page
    assert 'value="1:00 PM"' in page
    page = decide(host, late_checkout, decision="counter", reason="Full house.")
    assert "Say what you offer instead." in page
    form = {"offer": "1:00 PM", "reason": "Full house."}
    assert "Something else offered." in decide(
        host, late_checkout, decision="counter", **form
    )
    late_checkout.refresh_from_db()
    assert late_checkout.status == "changed"
    assert late_checkout.offer == {"words": "1:00 PM"}


def test_a_decision_on_an_old_page_is_refused(
    host: Client, late_checkout: Request, admin_user: User
) -> None:
    requests.approve(late_checkout, admin_user, timezone.now())
    page = decide(host, late_checkout, decision="decline", reason="No.")
    assert "Not done. admin approved it at" in page
    late_checkout.refresh_from_db()
    assert late_checkout.status == "approved"


@pytest.mark.parametrize("version", ["", "x", "-1", "9" * 40])
def test_a_forged_version_decides_nothing(
    host: Client, late_checkout: Request, version: str
) -> None:
    decide(host, late_checkout, decision="approve", version=version)
    late_checkout.refresh_from_db()
    assert late_checkout.status == "waiting"


def test_one_takes_a_request_and_sees_it_as_his(
    host: Client, sams_account: User, late_checkout: Request
) -> None:
    assert "Deluxe Room" not in host.get(f"{QUEUE}?mine=1").content.decode()
    host.post(f"{QUEUE}{late_checkout.pk}/assign/")
    assert "Deluxe Room" in host.get(f"{QUEUE}?mine=1").content.decode()
    given_back = {"seen": str(sams_account.pk), "to": ""}
    host.post(f"{QUEUE}{late_checkout.pk}/assign/", given_back)
    assert "Deluxe Room" not in host.get(f"{QUEUE}?mine=1").content.decode()


def test_done_is_marked_once(host: Client, late_checkout: Request) -> None:
    decide(host, late_checkout, decision="approve")
    late_checkout.refresh_from_db()
    assert "Deluxe Room" in host.get(f"{QUEUE}?tab=approved").content.decode()
    decide(host, late_checkout, decision="fulfil")
    late_checkout.refresh_from_db()
    assert late_checkout.status == "done"
    assert "Deluxe Room" in host.get(f"{QUEUE}?tab=closed").content.decode()


def test_writers_of_the_catalog_do_not_decide(
    sam: Client, sams_account: User, mohegan: Property, late_checkout: Request
) -> None:
    sams_account.groups.add(Group.objects.get(name="content"))
    factories.assign(sams_account, mohegan)
    assert sam.get(QUEUE).status_code == 403
