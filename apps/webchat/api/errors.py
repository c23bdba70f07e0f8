"""What goes wrong at the HTTP door, in one shape and in plain words."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from ninja import NinjaAPI
from ninja.errors import ValidationError


class Refused(Exception):  # noqa: N818 - it says what happened to the request
    """A request that is not served; `retry_after` in seconds, where waiting helps."""

    def __init__(
        self, status: int, code: str, message: str, retry_after: int = 0
    ) -> None:
        super().__init__(message)
        self.status, self.code, self.message = status, code, message
        self.retry_after = retry_after


def response(error: Refused) -> HttpResponse:
    body = {"error": {"code": error.code, "message": error.message}}
    answer = JsonResponse(body, status=error.status)
    if error.retry_after:
        answer["Retry-After"] = str(error.retry_after)
    return answer


def connect(api: NinjaAPI) -> None:
    """Tells these failures to an API."""

    @api.exception_handler(Refused)
    def refused(request: HttpRequest, error: Refused) -> HttpResponse:
        return response(error)

    @api.exception_handler(ValidationError)
    def invalid(request: HttpRequest, error: ValidationError) -> HttpResponse:
        fields = "; ".join(_field(one) for one in error.errors)
        return response(Refused(422, "invalid", fields))


def _field(error: dict[str, Any]) -> str:
    """`message: String should have at least 1 character`."""
    place = [str(part) for part in error["loc"] if part not in ("body", "query")]
    return f"{'.'.join(place[-1:]) or 'body'}: {error['msg']}"
