"""Open queues hear that something has changed, and only of their own properties."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from apps.infrastructure import database_threads
from apps.properties.models import Property
from apps.reservations.models import RequestNote
from apps.staff.live.announcements import APPROVALS, REQUESTS
from apps.staff.requests import people
from tests import factories
from tests.apps.staff.requests.desk import late_checkout_at, make_host, towels_at
from tests.site import Site

CHANGED = '{"type":"changed"}'


@pytest.fixture
def host(resort: Property, sam: Client, sams_account: User) -> Client:
    make_host(sams_account, resort)
    return sam


@asynccontextmanager
async def open_queue(
    site: Site, staff: Client | None, origin: str = ""
) -> AsyncIterator[ClientConnection]:
    address = f"ws://127.0.0.1:{site.port}/admin/ws/requests/"
    name = settings.SESSION_COOKIE_NAME
    session = f"{name}={staff.cookies[name].value}" if staff else ""
    headers = {"Cookie": session, "Origin": origin or site.url}
    async with connect(address, additional_headers=headers) as socket:
        yield socket


async def next_event(socket: ClientConnection, seconds: float = 5) -> str | bytes:
    async with asyncio.timeout(seconds):
        return await socket.recv()


async def hears_nothing(socket: ClientConnection) -> bool:
    try:
        await next_event(socket, 1)
    except TimeoutError:
        return True
    return False


async def test_it_hears_of_requests_notes_and_assignments(
    site_on_either: Site, host: Client, sams_account: User, resort: Property
) -> None:
    async with open_queue(site_on_either, host) as socket:
        await asyncio.sleep(0.5)
        row = await database_threads.run(towels_at, resort)
        while not await hears_nothing(socket):
            pass
        await database_threads.run(
            RequestNote.objects.create, request=row, text="Twice."
        )
        assert await next_event(socket) == CHANGED
        await database_threads.run(people.assign, row, sams_account, shown_holder="")
        assert await next_event(socket) == CHANGED


async def test_it_hears_nothing_of_another_resort(site: Site, host: Client) -> None:
    def ask_elsewhere() -> None:
        foxwoods = factories.PropertyFactory.create(slug="foxwoods", name="Foxwoods")
        late_checkout_at(foxwoods, code="FOX10482")

    async with open_queue(site, host) as socket:
        await asyncio.sleep(0.5)
        await database_threads.run(ask_elsewhere)
        assert await hears_nothing(socket)


def test_it_has_a_group_for_each_property(
    mohegan: Property, foxwoods: Property
) -> None:
    groups = {
        live_list.group(place.pk)
        for live_list in (APPROVALS, REQUESTS)
        for place in (mohegan, foxwoods)
    }
    assert len(groups) == 4


async def test_it_is_closed_once_the_rights_are_taken(
    site: Site, host: Client, sams_account: User, resort: Property
) -> None:
    async with open_queue(site, host) as socket:
        await asyncio.sleep(0.5)
        await database_threads.run(sams_account.groups.clear)
        await database_threads.run(towels_at, resort)
        with pytest.raises(ConnectionClosed) as closed:
            await next_event(socket)
    assert closed.value.rcvd
    assert closed.value.rcvd.code == 4403


@pytest.mark.parametrize("who", ["nobody", "writer"])
async def test_it_opens_for_nobody_without_the_right(
    site: Site, resort: Property, sam: Client, who: str
) -> None:
    async with open_queue(site, sam if who == "writer" else None) as socket:
        with pytest.raises(ConnectionClosed) as closed:
            await next_event(socket)
    assert closed.value.rcvd
    assert closed.value.rcvd.code == 4403


async def test_it_opens_for_no_page_of_another_site(site: Site, host: Client) -> None:
    with pytest.raises(Exception, match="403"):
        async with open_queue(site, host, "https://evil.example"):
            pass
