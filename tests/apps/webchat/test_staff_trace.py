"""Sam sees how an answer was made; Mallory, with an account of her own, does not."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings as project_settings
from django.contrib.auth.models import Group, User
from django.test import Client
from pytest_django import Settings
from websockets.asyncio.client import connect

from apps.properties.models import Property
from apps.webchat import staff_trace
from tests import factories
from tests.apps.webchat.api import ask, events
from tests.guest import Guest
from tests.site import Site

Staff = Callable[[Property], User]


def without_role(place: Property) -> User:
    return factories.StaffFactory.create(username="mallory")


def of_other_property(place: Property) -> User:
    user = factories.StaffFactory.create(username="mallory")
    user.groups.add(Group.objects.get(name="host"))
    factories.assign(user, factories.PropertyFactory.create(slug="foxwoods"))
    return user


def of_property(place: Property) -> User:
    user = factories.StaffFactory.create(username="sam")
    user.groups.add(Group.objects.get(name="host"))
    factories.assign(user, place)
    return user


def dismissed(place: Property) -> User:
    user = of_property(place)
    User.objects.filter(pk=user.pk).update(is_staff=False)
    return user


def cookie(staff: Staff, place: Property) -> str:
    client = Client()
    client.force_login(staff(place))
    name = project_settings.SESSION_COOKIE_NAME
    return f"{name}={client.cookies[name].value}"


async def events_of(site: Site, session_cookie: str) -> list[dict[str, Any]]:
    options: Any = {
        "origin": site.url,
        "additional_headers": {"cookie": session_cookie},
    }
    async with connect(site.socket_url, **options) as socket:
        staff = Guest(socket)
        await staff.hello()
        return await staff.ask("What is the dress code at Ballo?", str(uuid4()))


@pytest.mark.parametrize(
    ("staff", "is_shown"),
    [
        (of_property, True),
        (of_other_property, False),
        (without_role, False),
        (dismissed, False),
    ],
)
async def test_it_shows_the_steps_to_staff_who_may_read_the_conversation(
    site: Site, resort: Property, staff: Staff, is_shown: bool
) -> None:
    session_cookie = await asyncio.to_thread(cookie, staff, resort)
    events = await events_of(site, session_cookie)
    assert ("graph_node" in json.dumps(events)) is is_shown
    assert events[-1]["type"] == "done"


@pytest.mark.parametrize(
    ("staff", "is_shown"),
    [(of_property, True), (of_other_property, False), (dismissed, False)],
)
def test_it_shows_the_steps_over_http_as_well(
    site: Site, resort: Property, staff: Staff, is_shown: bool
) -> None:
    answer = ask(site, headers={"cookie": cookie(staff, resort)})
    assert ("graph_node" in answer.text) is is_shown
    assert events(answer)[-1]["type"] == "done"


@pytest.mark.parametrize("staff", [without_role, of_other_property])
def test_the_page_offers_the_steps_to_nobody_else(
    resort: Property, staff: Staff
) -> None:
    client = Client()
    client.force_login(staff(resort))
    page = client.get("/mohegan-sun/").content.decode()
    assert "playground" not in page
    client.force_login(of_property(resort))
    assert "playground" in client.get("/mohegan-sun/").content.decode()


def test_it_asks_for_the_second_factor_as_the_admin_does(
    resort: Property, settings: Settings
) -> None:
    sam = of_property(resort)
    assert staff_trace.is_visible(sam, resort)
    settings.REQUIRE_TWO_FACTOR = True
    assert not staff_trace.is_visible(sam, resort)
