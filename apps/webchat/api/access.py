"""Who may use the HTTP API, and how often."""

from __future__ import annotations

import hmac

from django.conf import settings
from django.http import HttpRequest

from apps.conversations.turns.limits import rate_limits
from apps.webchat import client_address
from apps.webchat.api.errors import ApiError

# Of requests that ask no question and may name no property.
WAIT = (
    "Too many requests. Please wait {seconds} seconds; in an emergency call the local "
    "emergency number."
)


def may_write(request: HttpRequest) -> bool:
    """Checks key, origin and type of a request before its body is read."""
    may_erase(request)
    if request.content_type != "application/json":
        raise ApiError(415, "not_json", "Send JSON, with that content type.")
    return True


def may_erase(request: HttpRequest) -> bool:
    """Checks key and origin of a request without a body."""
    may_read(request)
    _check_origin(request)
    return True


async def check_rate(
    request: HttpRequest, guest: str, pace: rate_limits.Pace = rate_limits.Pace.QUESTION
) -> None:
    address = client_address.of_request(request)
    if seconds := await rate_limits.wait_seconds(guest, address, pace):
        raise ApiError(429, "too_fast", WAIT.format(seconds=seconds), seconds)


def may_read(request: HttpRequest) -> bool:
    """Checks the key, if the site has one."""
    key = request.headers.get("x-api-key", "")
    is_right = hmac.compare_digest(key.encode(), settings.API_KEY.encode())
    if settings.API_KEY and not is_right:
        raise ApiError(401, "no_key", "This address needs a valid X-API-Key.")
    return True


def _check_origin(request: HttpRequest) -> None:
    """Pages of other sites may ask where a setting names them; programs send none."""
    origin = request.headers.get("origin")
    if origin is None or origin in settings.CSRF_TRUSTED_ORIGINS:
        return
    own_origin = f"{request.scheme}://{request.get_host()}"
    if origin != own_origin and origin not in settings.CORS_ALLOWED_ORIGINS:
        raise ApiError(403, "foreign_origin", "Pages of other sites may not ask here.")
