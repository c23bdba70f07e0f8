"""Staff note what colleagues should know, and give requests to each other."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client

from apps.properties.models import Property
from apps.reservations import requests
from apps.reservations.models import Request, RequestNote
from tests import factories
from tests.apps.staff.requests.desk import make_host, sent, shown


def test_it_notes_for_staff_and_never_for_guests(
    host: Client, late_checkout: Request
) -> None:
    words = "Card 4111 1111 1111 1111 declined; calls from the bar."
    assert sent(host, late_checkout, "note/", note=words) == (True, "Note added.")
    note = RequestNote.objects.get()
    assert note.text == "Card [card] declined; calls from the bar."
    assert "calls from the bar" in shown(host)
    late_checkout.refresh_from_db()
    assert "bar" not in f"{late_checkout.wish}{late_checkout.reason}"
    assert not requests.steps_to_tell()
    assert sent(host, late_checkout, "note/", note=" \0 ")[0] is False
    assert RequestNote.objects.count() == 1


def test_it_gives_a_request_to_a_colleague(
    host: Client, nora: User, late_checkout: Request
) -> None:
    to_nora = {"seen": "", "to": str(nora.pk)}
    assert sent(host, late_checkout, "assign/", **to_nora) == (True, "Given to nora.")
    assert 'rq-sign">nora<' in shown(host)
    late = sent(host, late_checkout, "assign/", seen="")
    assert late == (False, "It is with nora now.")
    late_checkout.refresh_from_db()
    assert late_checkout.assigned_to == nora


@pytest.mark.parametrize("key", ["0", "x", "-1", "9" * 30])
def test_it_gives_a_request_to_nobody_unknown(
    host: Client, late_checkout: Request, key: str
) -> None:
    refused = (False, "Choose somebody who works here.")
    assert sent(host, late_checkout, "assign/", seen="", to=key) == refused


def test_it_gives_no_request_to_staff_of_another_resort(
    host: Client, foxwoods: Property, late_checkout: Request
) -> None:
    olga = make_host(factories.StaffFactory.create(username="olga"), foxwoods)
    assert "olga" not in shown(host)
    is_done, _ = sent(host, late_checkout, "assign/", seen="", to=str(olga.pk))
    assert not is_done
