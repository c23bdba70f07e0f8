"""Every error at an address of the HTTP API is JSON, whoever refuses the request."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from http import HTTPStatus

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from apps.webchat import unavailable
from apps.webchat.api import errors, paths

JSON = "application/json"
FIRST_ERROR = 400
CODES = {400: "bad_request", 404: "not_found", 405: "not_allowed", 500: "failed"}
NextHandler = Callable[[HttpRequest], HttpResponseBase | Awaitable[HttpResponseBase]]


class ApiErrors:
    """Middleware: replaces the pages that Django makes for people.

    Django has logged an error by then. A person whose browser shows the address gets
    the page; of the error itself neither says anything.
    """

    sync_capable = async_capable = True

    def __init__(self, get_response: NextHandler) -> None:
        self._get_response = get_response
        if iscoroutinefunction(get_response):
            markcoroutinefunction(self)

    def __call__(
        self, request: HttpRequest
    ) -> HttpResponseBase | Awaitable[HttpResponseBase]:
        response = self._get_response(request)
        if isinstance(response, HttpResponseBase):
            return _as_json(request, response)
        return self._awaited(request, response)

    async def _awaited(
        self, request: HttpRequest, response: Awaitable[HttpResponseBase]
    ) -> HttpResponseBase:
        return _as_json(request, await response)


def _as_json(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    is_error = response.status_code >= FIRST_ERROR
    if not is_error or not paths.is_api(request.path_info):
        return response
    kind = response.headers.get("Content-Type", "")
    if kind.startswith(JSON) or unavailable.wants_page(request):
        return response
    answer = errors.response(_error(request, response.status_code))
    for name in ("Allow", "Retry-After"):
        if name in response.headers:
            answer[name] = response.headers[name]
    return answer


def _error(request: HttpRequest, status: int) -> errors.ApiError:
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        message = unavailable.sentence(request)
    else:
        message = f"{HTTPStatus(status).phrase}: {HTTPStatus(status).description}"
    return errors.ApiError(status, CODES.get(status, "refused"), message.rstrip(": "))
