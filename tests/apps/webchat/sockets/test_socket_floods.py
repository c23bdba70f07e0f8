"""Mallory sends without a pause and reads nothing; the site stays small."""

from __future__ import annotations

import base64
import json
import os
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import UUID, uuid4

import pytest
from websockets.exceptions import ConnectionClosed

from apps.conversations import thread_secrets
from apps.conversations.models import Conversation, Message, Turn
from apps.properties.models import Property
from apps.webchat.consumers import TOO_FAST
from apps.webchat.sockets.websocket_frames import MAX_FRAMES
from tests.guest import guest
from tests.site import Site, start, wait_for

pytestmark = pytest.mark.slow

RATE_LIMIT_PER_MINUTE = 20
MASK = b"\0\0\0\0"  # a mask of zeros leaves the payload as it is
TEXT, PING, PONG = 0x81, 0x89, 0x8A
BEGINNING, PIECE = 0x01, 0x00
FLOOD_SECONDS = 20
MOST_UNSENT_BYTES = 48 * 1024
MOST_GROWTH_BYTES = 40 * 1024 * 1024
SECRET = "the-secret-of-a-very-long-conversation"  # noqa: S105 - of a test


@pytest.fixture
def long_thread(resort: Property) -> UUID:
    """A thread whose history is as long as histories get."""
    thread = Conversation.objects.create(
        property=resort, language="en", secret_hash=thread_secrets.digest(SECRET)
    )
    for number in range(20):
        turn = Turn.objects.create(
            conversation=thread, client_id=uuid4(), status=Turn.Status.DONE
        )
        for role in (Message.Role.GUEST, Message.Role.CONCIERGE):
            Message.objects.create(
                conversation=thread, turn=turn, role=role, text=f"{number} " * 3000
            )
    return thread.pk


@contextmanager
def deaf(site: Site, receive_bytes: int = 4096) -> Iterator[socket.socket]:
    """An open websocket that nobody reads from.

    receive_bytes: kept by the kernel. Once it is full, Linux drops the confirmations
    that come with answers too, and what the client sends gets stuck.
    """
    with socket.create_connection(("127.0.0.1", site.port), timeout=10) as client:
        key = base64.b64encode(os.urandom(16)).decode()
        lines = (
            "GET /ws/mohegan-sun/ HTTP/1.1",
            f"Host: 127.0.0.1:{site.port}",
            f"Origin: {site.url}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Key: {key}",
        )
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_bytes)
        client.sendall("\r\n".join([*lines, "", ""]).encode())
        assert client.recv(1024).startswith(b"HTTP/1.1 101")
        yield client


def framed(payload: bytes, opcode: int = TEXT) -> bytes:
    """A masked frame of fewer than 65,536 bytes."""
    size = len(payload)
    length = bytes([size]) if size < 126 else bytes([126]) + size.to_bytes(2, "big")
    marked = bytes([0x80 | length[0]]) + length[1:]
    return bytes([opcode]) + marked + MASK + payload


def memory_bytes(pid: int) -> int:
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def is_let_go(client: socket.socket, frame: bytes, pause: float = 0) -> bool:
    """Sends one frame again and again until the site ends the connection."""
    ends_at = time.monotonic() + FLOOD_SECONDS
    try:
        while time.monotonic() < ends_at:
            client.sendall(frame)
            time.sleep(pause)
    except ConnectionError:
        return True
    except TimeoutError:
        return False
    return False


def hello(thread: UUID) -> bytes:
    frame = {"type": "hello", "thread": str(thread), "secret": SECRET}
    return framed(json.dumps(frame).encode())


@pytest.fixture(scope="module", params=["daphne", "uvicorn"])
def patient(django_db_setup: None, request: pytest.FixtureRequest) -> Iterator[Site]:
    """A site that never finds a guest too fast."""
    with start(
        f"patient-web-{request.param}",
        WEB_SERVER=str(request.param),
        RATE_LIMIT_PER_MINUTE="100000",
        MAX_UNSENT_BYTES=str(MOST_UNSENT_BYTES),
    ) as running_site:
        yield running_site


def memory_when_ready(site: Site) -> int:
    """A process reads what every turn needs as soon as there is a property."""
    wait_for(lambda: "ready for guests" in site.log.read_text())
    return memory_bytes(site.pid)


def test_it_lets_a_client_go_that_never_reads(patient: Site, long_thread: UUID) -> None:
    before = memory_when_ready(patient)
    with deaf(patient) as mallory:
        assert is_let_go(mallory, hello(long_thread), 0.05)
        assert memory_bytes(patient.pid) - before < MOST_GROWTH_BYTES
    assert "does not read what it is sent" in patient.log.read_text()


@pytest.mark.parametrize(
    ("payload", "opcode"), [(b"p" * 125, PING), (b"x" * 60_000, TEXT)]
)
def test_it_stays_small_under_a_flood(
    patient: Site, resort: Property, payload: bytes, opcode: int
) -> None:
    before = memory_when_ready(patient)
    with deaf(patient, receive_bytes=2**20) as mallory:
        assert is_let_go(mallory, framed(payload, opcode) * 100)
    assert memory_bytes(patient.pid) - before < MOST_GROWTH_BYTES


@pytest.mark.parametrize("opcode", [PING, PONG, PIECE])
def test_it_ends_a_flood_that_the_application_never_sees(
    patient: Site, resort: Property, opcode: int
) -> None:
    """Each frame costs little; a hundred thousand in a second cost everybody else."""
    with deaf(patient) as mallory:
        if opcode == PIECE:
            mallory.sendall(framed(b"x", BEGINNING))
        began_at = time.monotonic()
        assert is_let_go(mallory, framed(b"x", opcode) * 500, 0.05)
    assert time.monotonic() - began_at < FLOOD_SECONDS / 2
    assert "more pings or pieces than a browser" in patient.log.read_text()


async def test_it_sends_a_long_history_to_a_page_that_reads(
    patient: Site, long_thread: UUID
) -> None:
    async with guest(patient) as alice:
        history = await alice.hello(str(long_thread), SECRET)
    assert len(history["messages"]) == 40
    assert len(json.dumps(history)) > MOST_UNSENT_BYTES


async def test_it_closes_a_socket_that_asks_for_its_history_too_often(
    site: Site, resort: Property
) -> None:
    thread = await Conversation.objects.acreate(property=resort, language="en")
    async with guest(site) as mallory:
        # More than a minute's, and fewer than frames of any kind; all at once, as the
        # limit slides with the minute.
        for _ in range((5 * RATE_LIMIT_PER_MINUTE + MAX_FRAMES) // 2):
            await mallory.say(type="hello", thread=str(thread.pk), secret="")
        with pytest.raises(ConnectionClosed) as closed:
            await mallory.until("never")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == TOO_FAST


async def test_it_closes_a_socket_that_never_stops_talking(
    site: Site, resort: Property
) -> None:
    async with guest(site) as mallory:
        for _ in range(MAX_FRAMES):
            await mallory.say(type="ping")
            await mallory.next()
        await mallory.say(type="ping")
        with pytest.raises(ConnectionClosed) as closed:
            await mallory.next()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == TOO_FAST


async def test_it_tells_a_client_why_that_sends_all_at_once(
    site_on_either: Site, resort: Property
) -> None:
    """What is still unread when a socket closes must not cost the reason."""
    async with guest(site_on_either) as mallory:
        for _ in range(2 * MAX_FRAMES):
            await mallory.say(type="ping")
        with pytest.raises(ConnectionClosed) as closed:
            await mallory.until("never")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == TOO_FAST
    assert closed.value.rcvd.reason == "Too many messages; please wait a minute."
