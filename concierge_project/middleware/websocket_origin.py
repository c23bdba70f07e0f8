"""Refuses websockets of pages of other sites, as Django refuses their forms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import split_domain_port, validate_host

PORTS = {"http": "80", "https": "443"}
SECURE = ("https", "wss")


class SameOrigin:
    """A page's scheme, host and port are those at which its socket asks.

    The setting `CSRF_TRUSTED_ORIGINS` names further pages that may. The application
    sees no socket of another page, nor one that names no page.
    """

    def __init__(self, application: Any) -> None:
        self._application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        is_welcome = _is_own(headers, scope) or _is_trusted(headers)
        application = self._application if is_welcome else WebsocketDenier()
        await application(scope, receive, send)


def _is_own(headers: Mapping[bytes, str], scope: Mapping[str, Any]) -> bool:
    host = headers.get(b"host", "")
    if not validate_host(split_domain_port(host)[0], settings.ALLOWED_HOSTS):
        return False
    own_origin = _normalised(f"{_scheme(headers, scope)}://{host}")
    return (
        own_origin is not None and _normalised(headers.get(b"origin", "")) == own_origin
    )


def _is_trusted(headers: Mapping[bytes, str]) -> bool:
    origin = headers.get(b"origin", "")
    return bool(origin) and origin in settings.CSRF_TRUSTED_ORIGINS


def _scheme(headers: Mapping[bytes, str], scope: Mapping[str, Any]) -> str:
    """Of the page: TLS may end at a proxy, which says so in a header."""
    if not settings.SECURE_PROXY_SSL_HEADER:
        return "https" if scope.get("scheme") in SECURE else "http"
    name, secure_value = settings.SECURE_PROXY_SSL_HEADER
    header = name.removeprefix("HTTP_").replace("_", "-").lower().encode()
    # Of several proxies, the first one is the one that the browser sees.
    forwarded = headers.get(header, "").partition(",")[0].strip()
    return "https" if forwarded == secure_value else "http"


def _normalised(origin: str) -> tuple[str, str, str] | None:
    """Scheme, host and port; None for what is no origin, such as `null`."""
    try:
        parts = urlsplit(origin)
        port = str(parts.port or "")
    except ValueError:
        return None
    if parts.scheme not in PORTS or not parts.hostname:
        return None
    return parts.scheme, parts.hostname, port or PORTS[parts.scheme]
