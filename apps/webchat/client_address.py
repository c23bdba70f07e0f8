"""Which address a request or socket comes from."""

from __future__ import annotations

from collections.abc import Mapping
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

from django.conf import settings
from django.http import HttpRequest

# A household or hotel has a whole network of IPv6 addresses.
IPV6_NETWORK = 64


def of_request(request: HttpRequest) -> str:
    forwarded = request.headers.get("x-forwarded-for", "")
    return _address(forwarded, request.META.get("REMOTE_ADDR", ""))


def of_socket(scope: Mapping[str, Any]) -> str:
    headers = dict(scope.get("headers", ()))
    forwarded = headers.get(b"x-forwarded-for", b"").decode("latin-1")
    client = scope.get("client") or ("", 0)
    return _address(forwarded, client[0])


def _address(forwarded: str, peer: str) -> str:
    """What the outermost trusted proxy saw; a client can forge what stands before.

    `middleware/forwarded_headers.py` drops the header of a peer that is no proxy.
    """
    proxies = settings.TRUSTED_PROXY_COUNT
    hops = [part.strip() for part in forwarded.split(",") if part.strip()]
    return network(hops[-proxies] if proxies and len(hops) >= proxies else peer)


def is_proxy(address: str) -> bool:
    """Whether a connection from this address is one of our own proxies."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return False
    # A socket of both families writes 10.0.0.2 as ::ffff:10.0.0.2.
    parsed = getattr(parsed, "ipv4_mapped", None) or parsed
    return any(parsed in ip_network(each) for each in settings.TRUSTED_PROXIES)


def network(address: str) -> str:
    """Whose connections and questions count together."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, IPv6Address):
        return str(ip_network((parsed, IPV6_NETWORK), strict=False))
    return str(parsed)
