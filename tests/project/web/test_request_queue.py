"""Mallory asks for more pages than a process can make; Alice still gets hers."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack

import httpx
import pytest

from apps.properties.models import Property
from concierge_project.middleware import request_queue
from tests.site import Site, answers, free_port, running, wait_for

pytestmark = pytest.mark.slow

MALLORY, ALICE = "127.0.0.3", "127.0.0.2"
# Pages asked for at once; without a queue some of them fail.
BURST = 60
# Rounds of requests whose clients hang up, and how many in each.
ROUNDS, CONNECTIONS = 4, 150
CLOSE_SECONDS = 30


@pytest.fixture
def impatient_site(django_db_setup: None) -> Iterator[Site]:
    """Gives up a request at once whose client has gone, as a busy one does later."""
    port = free_port()
    options = ["-b", "127.0.0.1", "-p", str(port), "--application-close-timeout", "0"]
    command = ["concierge_project.web", *options, "concierge_project.asgi:application"]
    with running("impatient-web", *command, WEB_SERVER="daphne") as program:
        site = Site(port, program.log, program.pid)
        wait_for(lambda: answers(site))
        yield site


def ask_for_pages(
    site: Site, resort: Property, stack: ExitStack, count: int
) -> list[socket.socket]:
    head = (
        f"GET /{resort.slug}/ HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
    )
    target, source = ("127.0.0.1", site.port), (MALLORY, 0)
    clients = [
        stack.enter_context(socket.create_connection(target, CLOSE_SECONDS, source))
        for _ in range(count)
    ]
    for client in clients:
        client.sendall(head.encode())
    return clients


def page_of_alice(site: Site, resort: Property) -> int:
    transport = httpx.HTTPTransport(local_address=ALICE)
    with httpx.Client(transport=transport, timeout=CLOSE_SECONDS) as client:
        return client.get(f"{site.url}/{resort.slug}/").status_code


def test_a_burst_of_requests_fails_for_nobody(
    site_on_either: Site, resort: Property
) -> None:
    with ExitStack() as stack:
        clients = ask_for_pages(site_on_either, resort, stack, BURST)
        assert page_of_alice(site_on_either, resort) == 200
        answers = [client.recv(65_536) for client in clients]
    assert {answer[:12] for answer in answers} == {b"HTTP/1.1 200"}


def test_requests_whose_clients_hang_up_take_no_connection_for_good(
    impatient_site: Site, resort: Property
) -> None:
    for _ in range(ROUNDS):
        with ExitStack() as stack:
            ask_for_pages(impatient_site, resort, stack, CONNECTIONS)
            time.sleep(0.1)
    statuses = [page_of_alice(impatient_site, resort) for _ in range(10)]
    assert statuses == [200] * 10


@pytest.mark.parametrize(
    ("path", "waits"),
    [
        ("/", True),
        ("/chateau/", True),
        ("/health-spa/", True),
        ("/chat", False),
        ("/chat/7f0e2a4c", False),
        ("/health", False),
    ],
)
def test_answers_and_probes_do_not_wait(path: str, waits: bool) -> None:
    assert request_queue.waits(path) == waits
