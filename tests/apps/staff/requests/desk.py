"""Hosts of a resort and the requests that wait for them."""

from __future__ import annotations

import uuid
from typing import Any

from django.contrib.auth.models import Group, User
from django.test import Client
from django.utils import timezone

from apps.properties.models import Property
from apps.reservations import requests
from apps.reservations.models import Request, RequestKind
from tests import factories

QUEUE = "/admin/requests/"
JSON = {"accept": "application/json"}


def late_checkout_at(place: Property, **booking: Any) -> Request:
    """A guest asks to leave at three; it waits for staff."""
    values = {"kind": "room", "what": "Deluxe Room", "code": "ROOM4821", **booking}
    room = factories.ReservationFactory.create(property=place, **values)
    return _submitted(
        requests.draft(
            place,
            uuid.uuid4(),
            RequestKind.LATE_CHECKOUT,
            {"words": "until 3:00 PM"},
            timezone.now(),
            room,
        )
    )


def towels_at(place: Property, words: str = "four towels") -> Request:
    wish = {"words": words, "room": "1204"}
    now = timezone.now()
    return _submitted(
        requests.draft(place, uuid.uuid4(), RequestKind.SERVICE, wish, now)
    )


def make_host(user: User, *places: Property) -> User:
    """The user decides on the requests of these properties from now on."""
    user.groups.add(Group.objects.get(name="host"))
    factories.assign(user, *places)
    return user


def shown(client: Client, query: str = "") -> str:
    answer = client.get(f"{QUEUE}?part=1&{query}")
    assert answer.status_code == 200
    return answer.content.decode()


def sent(client: Client, row: Request, path: str = "", **form: str) -> tuple[bool, str]:
    """Whether it is done, and the sentence that the script of the page gets."""
    answer = client.post(f"{QUEUE}{row.pk}/{path}", form, headers=JSON)
    assert answer.status_code == 200
    return answer.json()["done"], answer.json()["text"]


def _submitted(request: Request) -> Request:
    now = timezone.now()
    return requests.confirm(requests.propose(request, now), now)
