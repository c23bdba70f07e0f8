"""Errors of the HTTP API, in one shape and in plain words."""

from __future__ import annotations

import logging
from typing import Any

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError

from apps.webchat import unavailable

log = logging.getLogger(__name__)
RETRY_SECONDS = 10


class ApiError(Exception):
    """A request that is not served; `retry_after` in seconds, if waiting helps."""

    def __init__(
        self, status: int, code: str, message: str, retry_after: int = 0
    ) -> None:
        super().__init__(message)
        self.status, self.code, self.message = status, code, message
        self.retry_after = retry_after


def response(error: ApiError) -> HttpResponse:
    body = {"error": {"code": error.code, "message": error.message}}
    json_response = JsonResponse(body, status=error.status)
    if error.retry_after:
        json_response["Retry-After"] = str(error.retry_after)
    return json_response


def connect(api: NinjaAPI) -> None:
    """Registers the handlers of these errors."""

    @api.exception_handler(ApiError)
    def refused(request: HttpRequest, error: ApiError) -> HttpResponse:
        return response(error)

    @api.exception_handler(OperationalError)
    @api.exception_handler(InterfaceError)
    def away(request: HttpRequest, error: Exception) -> HttpResponse:
        """The records are away: browsers get the page for people, programs JSON."""
        log.warning("a request could not be served: %s", type(error).__name__)
        if unavailable.wants_page(request):
            return unavailable.page(request, status=503)
        words = unavailable.sentence(request)
        return response(ApiError(503, "unavailable", words, RETRY_SECONDS))

    @api.exception_handler(ValidationError)
    def invalid(request: HttpRequest, error: ValidationError) -> HttpResponse:
        fields = "; ".join(_field(detail) for detail in error.errors)
        return response(ApiError(422, "invalid", fields))

    @api.exception_handler(HttpError)
    def unreadable(request: HttpRequest, error: HttpError) -> HttpResponse:
        """Ninja raises this error only for a body that it cannot parse."""
        sentence = "The body is not valid JSON."
        return response(ApiError(error.status_code, "broken_json", sentence))


def _field(error: dict[str, Any]) -> str:
    """`message: String should have at least 1 character`."""
    path = [str(part) for part in error["loc"] if part not in ("body", "query")]
    return f"{'.'.join(path[-1:]) or 'body'}: {error['msg']}"
