"""Mallory opens connections and lets them wait; Alice still gets hers."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from pytest_django import Settings
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from apps.properties.models import Property
from concierge_project.asgi import application
from concierge_project.middleware import connection_limit
from tests.site import Site, start, wait_for

pytestmark = pytest.mark.slow

MOST_OF_ADDRESS, MOST = 6, 8
HEADERS_SECONDS, BODY_SECONDS = 3, 4
# A connection that is closed is noticed by both ends within this time.
CLOSE_SECONDS = 20
MALLORY, ALICE = "127.0.0.2", "127.0.0.3"
HALF_A_HEAD = b"POST /chat HTTP/1.1\r\nHost: 127.0.0.1\r\n"
HALF_A_BODY = HALF_A_HEAD + b"Content-Length: 1000\r\n\r\n{"


@pytest.fixture(scope="module", params=["daphne", "uvicorn"])
def small_site(django_db_setup: None, request: pytest.FixtureRequest) -> Iterator[Site]:
    with start(
        f"small-web-{request.param}",
        WEB_SERVER=str(request.param),
        MAX_CONNECTIONS=str(MOST),
        MAX_CONNECTIONS_PER_ADDRESS=str(MOST_OF_ADDRESS),
        REQUEST_HEADERS_SECONDS=str(HEADERS_SECONDS),
        REQUEST_BODY_SECONDS=str(BODY_SECONDS),
    ) as site:
        yield site


@contextmanager
def connection(site: Site, address: str) -> Iterator[socket.socket]:
    """Of somebody at a loopback address of their own."""
    source, target = (address, 0), ("127.0.0.1", site.port)
    with socket.create_connection(target, CLOSE_SECONDS, source) as client:
        yield client


def page(site: Site, address: str) -> Any:
    """A websocket of somebody at a loopback address of their own."""
    options: Any = {"origin": site.url, "open_timeout": 3 * CLOSE_SECONDS}
    return connect(site.socket_url, source_address=(address, 0), **options)


def answer(client: socket.socket) -> str:
    """All that comes until the site closes the connection."""
    parts = []
    with suppress(ConnectionResetError):
        while part := client.recv(65_536):
            parts.append(part)
    return b"".join(parts).decode()


def is_served(site: Site, address: str) -> bool:
    request = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
    with connection(site, address) as client:
        client.sendall(request)
        return "x-request-id:" in answer(client).lower()


@pytest.mark.parametrize("beginning", [HALF_A_HEAD, HALF_A_BODY])
def test_it_ends_a_request_that_never_ends(small_site: Site, beginning: bytes) -> None:
    """A byte now and then buys no time."""
    with connection(small_site, MALLORY) as client:
        began_at = time.monotonic()
        client.sendall(beginning)
        with suppress(ConnectionError):
            while time.monotonic() < began_at + BODY_SECONDS:
                time.sleep(0.3)
                client.sendall(b"x")
        assert answer(client).startswith("HTTP/1.1 408")
        assert time.monotonic() - began_at < CLOSE_SECONDS


def test_it_has_room_for_others_when_one_address_has_too_much(
    small_site: Site,
) -> None:
    with ExitStack() as stack:
        for _ in range(MOST_OF_ADDRESS):
            stack.enter_context(connection(small_site, MALLORY))
        with connection(small_site, MALLORY) as refused:
            text = answer(refused)
        assert text.startswith("HTTP/1.1 429 Too Many Requests\r\n")
        assert "Content-Type: application/json" in text
        assert "Too many connections are open from your network." in text
        assert is_served(small_site, ALICE)
    wait_for(lambda: is_served(small_site, MALLORY))


def test_a_client_that_is_already_sending_hears_why(small_site: Site) -> None:
    """Its request comes after the refusal, and must not reset the connection."""
    with ExitStack() as stack:
        for _ in range(MOST_OF_ADDRESS):
            stack.enter_context(connection(small_site, MALLORY))
        with connection(small_site, MALLORY) as refused:
            time.sleep(0.2)
            refused.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 20)
            time.sleep(0.2)
            assert answer(refused).startswith("HTTP/1.1 429 Too Many Requests\r\n")
    wait_for(lambda: is_served(small_site, MALLORY))


def test_it_says_that_it_is_full(small_site: Site) -> None:
    with ExitStack() as stack:
        for number in range(MOST):
            address = MALLORY if number < MOST_OF_ADDRESS else "127.0.0.4"
            stack.enter_context(connection(small_site, address))
        with connection(small_site, ALICE) as refused:
            text = answer(refused)
        assert text.startswith("HTTP/1.1 503 Service Unavailable\r\n")
        assert "Too many connections are open." in text
    wait_for(lambda: is_served(small_site, ALICE))


def test_it_counts_sockets_too(small_site: Site, resort: Property) -> None:
    with ExitStack() as stack:

        def open_sockets() -> None:
            for _ in range(MOST_OF_ADDRESS):
                stack.enter_context(page(small_site, MALLORY))

        open_sockets()
        # They stay longer than a request may take.
        time.sleep(HEADERS_SECONDS + 0.5)
        # On a busy machine one of them may have been dropped; the others count.
        with pytest.raises(InvalidStatus) as refused:
            open_sockets()
        assert refused.value.response.status_code == 429
        assert is_served(small_site, ALICE)
    wait_for(lambda: is_served(small_site, MALLORY))


async def test_it_counts_the_addresses_that_a_trusted_proxy_forwards(
    settings: Settings, transactional_db: None
) -> None:
    settings.TRUSTED_PROXY_COUNT, settings.MAX_CONNECTIONS_PER_ADDRESS = 1, 2
    connection_limit._forwarded.cache_clear()
    mallorys = [await opened(MALLORY) for _ in range(2)]
    refused, alices = await opened(MALLORY), await opened(ALICE)
    try:
        assert (await refused.receive_output())["status"] == 429
        # Hers waits for its body, like those that were let in before.
        assert await alices.receive_nothing()
    finally:
        for request in (*mallorys, alices):
            request.stop(exceptions=False)
        connection_limit._forwarded.cache_clear()


async def opened(address: str) -> Any:
    """A request whose body has not come yet."""
    scope = {
        "type": "http",
        "method": "POST",
        "path": "/chat",
        "query_string": b"",
        "client": ("127.0.0.1", 1),
        "headers": [(b"x-forwarded-for", f"1.2.3.4, {address}".encode())],
    }
    request: Any = ApplicationCommunicator(application, scope)  # type: ignore[no-untyped-call]
    await request.send_input({"type": "http.request", "body": b"{", "more_body": True})
    return request
