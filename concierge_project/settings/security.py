"""Headers and cookies of every page."""

from __future__ import annotations

from ipaddress import ip_network
from typing import Any

from csp.constants import NONCE, UNSAFE_EVAL, UNSAFE_INLINE
from django.core.exceptions import ImproperlyConfigured

ENVIRONMENTS = ("development", "production")
WEB_SERVERS = ("daphne", "uvicorn")
TWO_YEARS = 2 * 365 * 24 * 3600

CONTENT_SECURITY_POLICY: dict[str, Any] = {
    "DIRECTIVES": {
        "default-src": ["'self'"],
        "script-src": ["'self'", NONCE],
        "style-src": ["'self'", NONCE],
        "img-src": ["'self'", "data:"],
        "connect-src": ["'self'"],
        "object-src": ["'none'"],
        "base-uri": ["'none'"],
        "frame-ancestors": ["'none'"],
        "form-action": ["'self'"],
    },
}
# Unfold's pages have no scripts of their own in them, but Alpine compiles what stands
# in attributes, and sets styles there.
ADMIN_CONTENT_SECURITY_POLICY: dict[str, list[str]] = {
    **CONTENT_SECURITY_POLICY["DIRECTIVES"],
    "script-src": ["'self'", UNSAFE_EVAL],
    "style-src": ["'self'", UNSAFE_INLINE],
    "img-src": ["'self'", "data:", "blob:"],
}


# Nothing here needs a device of the guest, but a microphone to dictate a question.
PERMISSIONS_POLICY: dict[str, list[str]] = {
    "microphone": ["self"],
} | {
    feature: []
    for feature in (
        "accelerometer",
        "camera",
        "display-capture",
        "geolocation",
        "gyroscope",
        "magnetometer",
        "midi",
        "payment",
        "usb",
    )
}


def cross_origin_requests() -> dict[str, Any]:
    """Of django-cors-headers, for the pages that `CORS_ALLOWED_ORIGINS` names."""
    return {
        "CORS_URLS_REGEX": r"^/(chat(/[^/]+)?|threads/[^/]+|feedback|property|graph"
        r"|health)$",
        "CORS_ALLOW_METHODS": ["DELETE", "GET", "OPTIONS", "POST"],
        "CORS_ALLOW_HEADERS": [
            "accept",
            "content-type",
            "last-event-id",
            "x-api-key",
            "x-request-id",
            "x-thread-secret",
        ],
        "CORS_EXPOSE_HEADERS": ["retry-after", "x-request-id"],
    }


def insist_on_environment(environment: str, secret_key: str) -> None:
    """Raises ImproperlyConfigured; a site that guesses would run unprotected.

    System checks come too late: daphne and Celery run none.
    """
    if environment not in ENVIRONMENTS:
        raise ImproperlyConfigured(
            f"ENVIRONMENT is “{environment}”; it has to be development or production."
        )
    if environment == "production" and not secret_key:
        raise ImproperlyConfigured(
            "Production needs a SECRET_KEY of its own: a long random text that stays "
            "the same from start to start."
        )


def insist_on_networks(proxies: list[str]) -> None:
    """Raises ImproperlyConfigured."""
    for proxy in proxies:
        try:
            ip_network(proxy)
        except ValueError as error:
            raise ImproperlyConfigured(
                f"TRUSTED_PROXIES names “{proxy}”; it has to be an address such as "
                "10.0.0.2, or a network such as 10.0.0.0/24."
            ) from error


def insist_on_web_server(name: str) -> None:
    """Raises ImproperlyConfigured."""
    if name not in WEB_SERVERS:
        raise ImproperlyConfigured(
            f"WEB_SERVER is “{name}”; it has to be daphne or uvicorn."
        )


def cookies_and_headers(is_production: bool, is_behind_proxy: bool) -> dict[str, Any]:
    """Django's settings for a site that is reached by TLS in production."""
    return {
        "SESSION_COOKIE_SECURE": is_production,
        "SESSION_COOKIE_SAMESITE": "Lax",
        "CSRF_COOKIE_SECURE": is_production,
        "CSRF_COOKIE_HTTPONLY": True,
        "SECURE_HSTS_SECONDS": TWO_YEARS if is_production else 0,
        "SECURE_HSTS_INCLUDE_SUBDOMAINS": is_production,
        "SECURE_HSTS_PRELOAD": is_production,
        # The container asks itself how it is, without TLS.
        "SECURE_REDIRECT_EXEMPT": [r"^health$"],
        "SECURE_PROXY_SSL_HEADER": ("HTTP_X_FORWARDED_PROTO", "https")
        if is_behind_proxy
        else None,
        "SECURE_REFERRER_POLICY": "strict-origin-when-cross-origin",
        "X_FRAME_OPTIONS": "DENY",
    }
