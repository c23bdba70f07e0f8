"""Mallory says that her requests come through our proxy; nobody believes her."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml
from django.conf import settings as project_settings
from django.core.exceptions import ImproperlyConfigured
from pytest_django import Settings

from apps.infrastructure import database_threads
from apps.webchat import client_address
from concierge_project.asgi import application
from concierge_project.middleware.forwarded_headers import ForwardedHeaders
from concierge_project.settings import security
from tests import factories

NO_WORDS = {"message": "\u0001"}  # refused only after all checks of the door
PROXY, MALLORY = "172.31.251.2", "203.0.113.66"
SAYS = {"x-forwarded-proto": "https", "x-forwarded-for": "198.51.100.7"}


@pytest.fixture
def behind_proxy(settings: Settings) -> None:
    settings.TRUSTED_PROXY_COUNT = 1
    settings.TRUSTED_PROXIES = [PROXY]
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")


@pytest.mark.parametrize(("peer", "status"), [(PROXY, 422), (MALLORY, 403)])
@pytest.mark.usefixtures("behind_proxy", "transactional_db", "closed_connections")
async def test_only_the_proxy_is_believed_that_a_page_came_by_tls(
    peer: str, status: int
) -> None:
    """A page of `https://testserver` may ask `https://testserver` alone."""
    await database_threads.run(factories.PropertyFactory.create)
    transport = httpx.ASGITransport(app=application, client=(peer, 5000))
    url = "http://testserver"
    async with httpx.AsyncClient(transport=transport, base_url=url) as browser:
        headers = {**SAYS, "origin": "https://testserver"}
        answer = await browser.post("/chat", json=NO_WORDS, headers=headers)
    assert answer.status_code == status


@pytest.mark.parametrize("kind", ["http", "websocket"])
@pytest.mark.parametrize(
    ("peer", "address"),
    [(PROXY, "198.51.100.7"), (MALLORY, MALLORY), ("::ffff:1", "::/64"), ("", "")],
)
@pytest.mark.usefixtures("behind_proxy")
async def test_whoever_is_no_proxy_counts_for_himself(
    kind: str, peer: str, address: str
) -> None:
    addresses = []

    async def site(scope: Any, receive: Any, send: Any) -> None:
        addresses.append(client_address.of_socket(scope))

    headers = [(b"X-Forwarded-For", b"198.51.100.7"), (b"host", b"testserver")]
    lower = [(name.lower(), value) for name, value in headers]
    for each in (headers, lower):
        scope: Any = {"type": kind, "client": (peer, 5000), "headers": each}
        await ForwardedHeaders(site)(scope, None, None)  # type: ignore[arg-type]
    assert addresses[1] == address
    assert addresses[0] in (address, client_address.network(peer))


def test_compose_ships_the_proxy_that_is_believed() -> None:
    file = Path(project_settings.BASE_DIR) / "docker-compose.yml"
    services = yaml.safe_load(file.read_text())["services"]
    web, proxy = services["web"], services["proxy"]
    assert "ports" not in web
    address = proxy["networks"]["edge"]["ipv4_address"]
    assert web["environment"]["TRUSTED_PROXIES"] == address == PROXY
    assert web["environment"]["TRUSTED_PROXY_COUNT"] == 1


@pytest.mark.parametrize("proxies", [["caddy"], ["10.0.0.1/24"], [""]])
def test_a_proxy_that_is_no_address_stops_the_start(proxies: list[str]) -> None:
    with pytest.raises(ImproperlyConfigured, match="TRUSTED_PROXIES"):
        security.insist_on_networks(proxies)
