"""Why Django refused the request of this context, for the request's own line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

# A list, because views run in threads, which copy the context and not what it holds.
_reasons: ContextVar[list[str] | None] = ContextVar("refusals", default=None)


@contextmanager
def collected() -> Iterator[list[str]]:
    """Around a request that writes a line of its own."""
    reasons: list[str] = []
    token = _reasons.set(reasons)
    try:
        yield reasons
    finally:
        _reasons.reset(token)


def note(reason: str) -> bool:
    """Whether the request's own line says it."""
    reasons = _reasons.get()
    if reasons is None:
        return False
    if reason:
        reasons.append(reason)
    return True
