"""Who may use the HTTP door, how much, and how often."""

from __future__ import annotations

import hmac
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest

from apps.conversations.turns import rate_limits
from apps.webchat import client_address
from apps.webchat.api.errors import Refused

WAIT = "Too many requests. Please wait {seconds} seconds."


def may_write(request: HttpRequest) -> bool:
    """Key, origin and type of a request that changes something; before it is read."""
    may_read(request)
    _insist_on_origin(request)
    if request.content_type != "application/json":
        raise Refused(415, "not_json", "Send JSON, with that content type.")
    return True


async def insist_on_pace(
    request: HttpRequest, guest: str, pace: rate_limits.Pace = rate_limits.Pace.QUESTION
) -> None:
    wait = await rate_limits.wait_seconds(
        guest, client_address.of_request(request), pace
    )
    if wait:
        raise Refused(429, "too_fast", WAIT.format(seconds=wait), wait)


def may_read(request: HttpRequest) -> bool:
    """The key, where one is set."""
    given = request.headers.get("x-api-key", "")
    is_right = hmac.compare_digest(given.encode(), settings.API_KEY.encode())
    if settings.API_KEY and not is_right:
        raise Refused(401, "no_key", "This address needs a valid X-API-Key.")
    return True


def _insist_on_origin(request: HttpRequest) -> None:
    """Pages of other sites may not ask; programs send no origin."""
    origin = request.headers.get("origin")
    if origin is None or origin in settings.CSRF_TRUSTED_ORIGINS:
        return
    try:
        host = urlsplit(origin).netloc
    except ValueError:
        host = ""
    if host != request.get_host():
        raise Refused(403, "foreign_origin", "Pages of other sites may not ask here.")
