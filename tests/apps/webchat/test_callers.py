"""Whom a request counts for: nobody can choose an address that is not his."""

from __future__ import annotations

import pytest
from django.test import RequestFactory
from pytest_django import Settings

from apps.webchat import client_address


@pytest.mark.parametrize(
    ("proxies", "forwarded", "address"),
    [
        (0, "", "10.0.0.9"),
        (0, "203.0.113.7", "10.0.0.9"),
        (1, "203.0.113.7", "203.0.113.7"),
        (1, "1.1.1.1, 203.0.113.7", "203.0.113.7"),
        (2, "1.1.1.1, 203.0.113.7, 10.0.0.8", "203.0.113.7"),
        (2, "203.0.113.7", "10.0.0.9"),
        (1, "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
    ],
)
def test_it_believes_its_own_proxies_only(
    settings: Settings, proxies: int, forwarded: str, address: str
) -> None:
    settings.TRUSTED_PROXY_COUNT = proxies
    request = RequestFactory().get("/", REMOTE_ADDR="10.0.0.9")
    request.META["HTTP_X_FORWARDED_FOR"] = forwarded
    assert client_address.of_request(request) == address
    scope = {
        "client": ("10.0.0.9", 5000),
        "headers": [(b"x-forwarded-for", forwarded.encode())],
    }
    assert client_address.of_socket(scope) == address
