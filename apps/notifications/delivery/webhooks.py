"""Posts to addresses that staff entered, and keeps them out of private networks.

An address is a secret: whoever has it can write to the channel. No error names it.
"""

from __future__ import annotations

import socket
from ipaddress import IPv4Address, IPv4Network, IPv6Network, ip_address
from typing import Any
from urllib.parse import SplitResult, urlsplit

import httpx
from django.conf import settings
from django.core.exceptions import ValidationError

from apps.notifications.delivery.failures import NotDelivered
from apps.properties.websites import is_web_address

SECONDS = 10.0
HTTPS_PORT = 443
# Of websites; others lead to mail servers, databases and the like.
WEB_PORTS = (80, HTTPS_PORT)
NAT64 = IPv6Network("64:ff9b::/96")
# All public addresses of IPv6 that carry none of IPv4.
GLOBAL_UNICAST = IPv6Network("2000::/3")
# Of IPv4 they count as global, and hold services of clouds, or relays that are gone.
OF_SERVICES = (IPv4Network("192.0.0.0/24"), IPv4Network("192.88.99.0/24"))
MAY_RETRY = frozenset({408, 425, 429})
REFUSED = "This address does not lead to a public server."
NEEDS_HTTPS = "A webhook's address begins with https://."
FOREIGN_PORT = "Its port is neither 443 nor one of NOTIFICATION_WEBHOOK_PORTS."


def is_webhook_address(url: str) -> None:
    """A validator: refuses what is no https address of a public host's website."""
    is_web_address(url)
    parts = urlsplit(url)
    port = parts.port or HTTPS_PORT
    if port not in WEB_PORTS and port not in settings.NOTIFICATION_WEBHOOK_PORTS:
        raise ValidationError(FOREIGN_PORT)
    if _is_private_host_allowed(parts):
        return
    if parts.scheme != "https":
        raise ValidationError(NEEDS_HTTPS)
    host = parts.hostname or ""
    if not (_is_public(host) if _is_address(host) else "." in host.strip(".")):
        raise ValidationError(REFUSED)


def post(url: str, content: dict[str, Any]) -> None:
    """Sends JSON. Raises NotDelivered.

    The connection goes to the address that was checked, so a name that resolves
    differently the next time leads nowhere else; redirections are not followed.
    """
    try:
        is_webhook_address(url)
    except ValidationError as error:
        raise NotDelivered(error.messages[0]) from None
    parts = urlsplit(url)
    try:
        status = _status_of_post(parts, content)
    except httpx.HTTPError as error:
        problem = f"It cannot be reached ({type(error).__name__})."
        raise NotDelivered(problem, may_retry=True) from None
    _insist_on_success(status)


def _status_of_post(parts: SplitResult, content: dict[str, Any]) -> int:
    """The body of the answer is not read: it could be long, or never end."""
    with (
        httpx.Client(trust_env=False, timeout=SECONDS) as client,
        client.stream(
            "POST",
            _checked_url(parts),
            json=content,
            headers={"host": parts.netloc},
            extensions={"sni_hostname": parts.hostname},
        ) as response,
    ):
        return response.status_code


def _insist_on_success(status: int) -> None:
    if not httpx.codes.is_success(status):
        may_retry = status in MAY_RETRY or httpx.codes.is_server_error(status)
        raise NotDelivered(f"It answered with status {status}.", may_retry=may_retry)


def _checked_url(parts: SplitResult) -> str:
    """With a public IP address in place of the name. Raises NotDelivered."""
    if _is_private_host_allowed(parts):
        return parts.geturl()
    address = _resolve(parts.hostname or "", parts.port or HTTPS_PORT)
    host = f"[{address}]" if ":" in address else address
    netloc = f"{host}:{parts.port or HTTPS_PORT}"
    return parts._replace(netloc=netloc, fragment="").geturl()


def _resolve(host: str, port: int) -> str:
    try:
        entries = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        problem = "Its name cannot be resolved."
        raise NotDelivered(problem, may_retry=True) from None
    addresses = [str(entry[4][0]) for entry in entries]
    if not addresses or not all(map(_is_public, addresses)):
        raise NotDelivered(REFUSED)
    return addresses[0]


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def _is_public(address: str) -> bool:
    """Of an IPv6 address that carries an IPv4 address, both are."""
    parsed = ip_address(address.partition("%")[0])
    if isinstance(parsed, IPv4Address):
        return _is_public_ipv4(parsed)
    if parsed.ipv4_mapped:
        return _is_public_ipv4(parsed.ipv4_mapped)
    if parsed in NAT64:
        return _is_public_ipv4(IPv4Address(parsed.packed[-4:]))
    carried = parsed.sixtofour
    is_public = parsed.is_global and parsed in GLOBAL_UNICAST
    return is_public and (carried is None or _is_public_ipv4(carried))


def _is_public_ipv4(address: IPv4Address) -> bool:
    is_of_service = any(address in network for network in OF_SERVICES)
    return address.is_global and not address.is_multicast and not is_of_service


def _is_private_host_allowed(parts: SplitResult) -> bool:
    return parts.hostname in settings.NOTIFICATION_PRIVATE_HOSTS
