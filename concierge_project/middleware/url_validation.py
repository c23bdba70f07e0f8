"""Refuses addresses that no page of the site makes and no database can look up."""

from __future__ import annotations

from collections.abc import Callable

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase

from apps.infrastructure import patterns

# PostgreSQL's largest whole number has nineteen digits.
LONG_NUMBER = patterns.compile(r"-?\d{19,}")
# `created_at__year` of Django's lists; a date has no other years.
YEAR = patterns.compile(r"0*[1-9]\d{0,3}")
# The guest page parses it, and opens without a place where there is none.
PARSED_BY_PAGE = "place"


class ReadableAddress:
    """Middleware: 404 for such a path, 400 for such a query."""

    sync_capable = async_capable = True

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response
        if iscoroutinefunction(get_response):
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Its answer is awaited where the site is asynchronous."""
        if not all(map(_is_readable, request.path_info.split("/"))):
            raise Http404
        for name, values in request.GET.lists():
            if not all(_is_readable(name) and _fits(name, value) for value in values):
                raise BadRequest(f"The value of {name!r} cannot be looked up.")
        return self._get_response(request)


def _is_readable(text: str) -> bool:
    return "\0" not in text and not LONG_NUMBER.fullmatch(text)


def _fits(name: str, value: str) -> bool:
    if name.endswith("__year"):
        return bool(YEAR.fullmatch(value))
    return name == PARSED_BY_PAGE or _is_readable(value)
