"""Mail takes a bounded time, whatever its server does."""

from __future__ import annotations

import socket
import time
from pathlib import Path
from smtplib import SMTPServerDisconnected

import pytest
from django.core.mail import EmailMessage
from pytest_django import Settings

from apps.infrastructure import bounded_smtp
from concierge_project.settings import mail
from tests.fakes.smtp import mail_server

# A server's answer of ten letters takes as long as this; no read takes a tenth of it.
BOUND_SECONDS = 0.3


@pytest.fixture(autouse=True)
def _mail(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mail, "EMAIL_URL", "smtp://127.0.0.1:25")
    for name, value in mail.backend(Path(), is_production=True).items():
        setattr(settings, name, value)
    monkeypatch.setattr(bounded_smtp, "MOST_SECONDS", BOUND_SECONDS)


def send() -> None:
    EmailMessage("News", "Somebody waits.", to=["sam@resort.example"]).send()


def test_it_hangs_up_on_a_server_that_drips(settings: Settings) -> None:
    with mail_server() as server:
        settings.EMAIL_PORT, server.drip_seconds = server.port, BOUND_SECONDS / 10
        began_at = time.monotonic()
        with pytest.raises(SMTPServerDisconnected):
            send()
        assert BOUND_SECONDS <= time.monotonic() - began_at < 20 * BOUND_SECONDS
        assert server.messages == []


def test_it_hangs_up_before_the_connection_is_encrypted(settings: Settings) -> None:
    """A server that never answers the handshake."""
    settings.EMAIL_USE_SSL = True
    with socket.create_server(("127.0.0.1", 0)) as silent:
        settings.EMAIL_PORT = silent.getsockname()[1]
        began_at = time.monotonic()
        with pytest.raises(OSError):  # noqa: PT011 - what OpenSSL makes of it
            send()
        assert time.monotonic() - began_at < settings.EMAIL_TIMEOUT / 2


def test_it_leaves_a_server_alone_that_answers(settings: Settings) -> None:
    with mail_server() as server:
        settings.EMAIL_PORT = server.port
        send()
        time.sleep(1.5 * BOUND_SECONDS)
        send()
        assert [message["To"] for message in server.messages] == [
            "sam@resort.example",
            "sam@resort.example",
        ]
