"""Mallory sends bodies that no address takes; Sam hands in a table all the same."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx
import pytest
from django.conf import settings
from django.contrib.auth.models import Permission, User
from django.test import Client

from apps.properties.models import Property
from apps.staff.models import Delivery
from tests import factories
from tests.site import Site

ANNOUNCED_BYTES = 250_000_000
# The socket buffers of both ends take some before anybody reads.
MOST_SENT_BYTES = 16 * 1024 * 1024
MOST_GROWTH_BYTES = 20 * 1024 * 1024
PIECE = b"x" * 65_536
PUBLIC = ("POST /chat", "POST /feedback", "GET /", "POST /mohegan-sun/")


@pytest.fixture
def resort(transactional_db: None) -> Property:
    return factories.PropertyFactory.create()


def memory_bytes(site: Site) -> int:
    pages = int(Path(f"/proc/{site.pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


@contextmanager
def mallory(site: Site, request: str, *headers: str) -> Iterator[socket.socket]:
    """A connection on which the head of a request was sent."""
    kind = "Content-Type: application/json"
    lines = (f"{request} HTTP/1.1", f"Host: 127.0.0.1:{site.port}", kind, *headers)
    with socket.create_connection(("127.0.0.1", site.port), timeout=20) as client:
        client.sendall("\r\n".join([*lines, "", ""]).encode())
        yield client


def answer(client: socket.socket) -> str:
    """All that comes until the site closes the connection."""
    parts = []
    with suppress(ConnectionResetError):
        while part := client.recv(65_536):
            parts.append(part)
    return b"".join(parts).decode()


def sent_bytes(client: socket.socket, piece: bytes) -> int:
    """How much of 250 MB the site lets Mallory send."""
    count = 0
    with suppress(ConnectionError):
        while count < ANNOUNCED_BYTES:
            client.sendall(piece)
            count += len(piece)
    return count


@pytest.mark.parametrize("request_line", PUBLIC)
def test_it_refuses_a_body_by_its_announced_length(
    site_on_either: Site, request_line: str
) -> None:
    length = f"Content-Length: {ANNOUNCED_BYTES}"
    with mallory(site_on_either, request_line, length) as client:
        text = answer(client)
    assert text.startswith("HTTP/1.1 413")
    assert "That is more than this address takes." in text


def test_it_asks_nobody_to_send_a_body_that_is_too_long(site_on_either: Site) -> None:
    length = f"Content-Length: {ANNOUNCED_BYTES}"
    expects = ("Expect: 100-continue", "Upgrade: websocket", "Connection: Upgrade")
    with mallory(site_on_either, "POST /chat", length, *expects) as client:
        assert answer(client).startswith("HTTP/1.1 413")


@pytest.mark.parametrize("path", ["/chat", "/admin/import/"])
def test_it_reads_no_body_of_an_announced_length_to_its_end(
    site_on_either: Site, path: str
) -> None:
    before = memory_bytes(site_on_either)
    length = f"Content-Length: {ANNOUNCED_BYTES}"
    clients = [mallory(site_on_either, f"POST {path}", length) for _ in range(4)]
    for opened in clients:
        with opened as client:
            assert sent_bytes(client, PIECE) < MOST_SENT_BYTES
    assert memory_bytes(site_on_either) - before < MOST_GROWTH_BYTES


def test_it_reads_a_chunked_body_up_to_the_limit(site_on_either: Site) -> None:
    before = memory_bytes(site_on_either)
    chunk = f"{len(PIECE):x}\r\n".encode() + PIECE + b"\r\n"
    with mallory(site_on_either, "POST /chat", "Transfer-Encoding: chunked") as client:
        assert sent_bytes(client, chunk) < MOST_SENT_BYTES
    assert memory_bytes(site_on_either) - before < MOST_GROWTH_BYTES


def test_it_says_that_a_chunked_body_was_too_much(site_on_either: Site) -> None:
    most = settings.MAX_REQUEST_BODY_BYTES
    with mallory(site_on_either, "POST /chat", "Transfer-Encoding: chunked") as client:
        for size in (most, 1):
            client.sendall(f"{size:x}\r\n".encode() + b"x" * size + b"\r\n")
            time.sleep(0.2)
        text = answer(client)
    assert text.startswith("HTTP/1.1 413")
    assert "That is more than this address takes." in text


@pytest.mark.parametrize("cookie", ["sessionid=x", "staff_upload=7:forged:x"])
def test_it_reads_no_document_of_a_stranger(site_on_either: Site, cookie: str) -> None:
    """The address takes 50 MB from staff, and 64 kB from everybody else."""
    headers = (f"Content-Length: {1_000_000}", f"Cookie: {cookie}")
    for path in ("/admin/documents/upload/", "/admin/import/"):
        with mallory(site_on_either, f"POST {path}", *headers) as client:
            text = answer(client)
        assert text.startswith("HTTP/1.1 403")
        assert "Sign in, open the page again" in text
    chunked = ("Transfer-Encoding: chunked", f"Cookie: {cookie}")
    chunk = f"{len(PIECE):x}\r\n".encode() + PIECE + b"\r\n"
    target = "POST /admin/documents/upload/"
    with mallory(site_on_either, target, *chunked) as client:
        assert sent_bytes(client, chunk) < MOST_SENT_BYTES


def test_it_serves_the_next_request_of_a_connection(
    site_on_either: Site, db: None
) -> None:
    with httpx.Client(base_url=site_on_either.url, timeout=20) as client:
        for _ in range(2):
            accepted = client.post("/chat", content=b"x" * 60_000)
            assert accepted.status_code == 415
            refused = client.post("/chat", content=b"x" * 70_000)
            assert refused.status_code == 413
            assert client.get("/graph").status_code == 200


def test_it_takes_a_large_table_of_staff(
    site_on_either: Site, resort: Property, sams_account: User
) -> None:
    sams_account.user_permissions.add(Permission.objects.get(codename="add_delivery"))
    sam = Client()
    sam.force_login(sams_account)
    cookies = {settings.SESSION_COOKIE_NAME: sam.cookies["sessionid"].value}
    with httpx.Client(
        base_url=site_on_either.url, cookies=cookies, timeout=60
    ) as browser:
        browser.get("/admin/import/").raise_for_status()
        token = browser.cookies["csrftoken"]
        row = f"grill,Grill,{'A place to eat. ' * 64}\n"
        table = "slug,name,summary\n" + row * (1_000_000 // len(row) + 1)
        assert len(table) >= 1_000_000
        form = {"property": str(resort.pk), "category": "restaurants"}
        answered = browser.post(
            "/admin/import/",
            data={**form, "csrfmiddlewaretoken": token},
            files={"file": ("restaurants.csv", table.encode())},
        )
    assert answered.status_code == 302
    assert Delivery.objects.get().category == "restaurants"
