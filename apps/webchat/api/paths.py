"""The addresses of the HTTP API, for those that answer before it is asked."""

from __future__ import annotations

PATHS = frozenset({"/chat", "/feedback", "/property", "/graph", "/health"})
BEGINNINGS = ("/chat/", "/threads/")


def is_api(path: str) -> bool:
    """Whether programs ask at this address; a resort's page may be at `/chateau/`."""
    return path in PATHS or path.startswith(BEGINNINGS)
