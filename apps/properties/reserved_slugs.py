"""Words that begin other addresses of the site, so that no property may have them.

The page of a property is at its slug; the routes of the site are tried first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.urls import get_resolver
from django.utils.module_loading import import_string

from apps.infrastructure import patterns

# The first part of a route; a route that begins with a variable has none.
FIRST_PART = patterns.compile(r"\^?/?([A-Za-z0-9_-]+)(?:[/.\\$].*)?")


def is_free(slug: str) -> None:
    """A validator."""
    if slug.lower() in words():
        raise ValidationError(f"“{slug}” begins other addresses of the site.")


@cache
def words() -> frozenset[str]:
    """The words, in lower case."""
    websocket_routes = import_string(settings.WEBSOCKET_ROUTES)
    routes = [
        *_routes(get_resolver().url_patterns),
        *_routes(websocket_routes),
        settings.STATIC_URL,
        settings.MEDIA_URL,
    ]
    parts = (FIRST_PART.fullmatch(route) for route in routes)
    return frozenset(part[1].lower() for part in parts if part)


def _routes(entries: Iterable[Any], prefix: str = "") -> Iterator[str]:
    for entry in entries:
        route = prefix + str(entry.pattern)
        if hasattr(entry, "url_patterns"):
            yield from _routes(entry.url_patterns, route)
        yield route
