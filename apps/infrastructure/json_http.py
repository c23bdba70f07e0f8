"""Reads JSON from servers of others, which may be down or send too much."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import httpx
import orjson


class NoJson(Exception):  # noqa: N818 - it names the outcome
    """The server has sent none; the text tells operators why, in a sentence.

    It names no address, because there may be a key in it.
    """


def get(
    url: str,
    query: Mapping[str, str],
    headers: Mapping[str, str],
    *,
    seconds: float,
    most_bytes: int,
) -> Any:
    """Follows no redirection: a key is for one address. Raises NoJson."""
    with (
        _failures_named(),
        httpx.stream(
            "GET", url, params=dict(query), headers=dict(headers), timeout=seconds
        ) as response,
    ):
        body = _Body(response, most_bytes)
        for piece in response.iter_bytes():
            body.add(piece)
    return body.value()


async def aget(
    url: str, query: Mapping[str, str], *, seconds: float, most_bytes: int
) -> Any:
    """`get` without a thread of its own, and without headers. Raises NoJson."""
    with _failures_named():
        async with (
            httpx.AsyncClient(timeout=seconds) as client,
            client.stream("GET", url, params=dict(query)) as response,
        ):
            body = _Body(response, most_bytes)
            async for piece in response.aiter_bytes():
                body.add(piece)
    return body.value()


@contextmanager
def _failures_named() -> Iterator[None]:
    try:
        yield
    except httpx.HTTPError as error:
        problem = f"It cannot be reached ({type(error).__name__})."
        raise NoJson(problem) from None


class _Body:
    """Of an answer, as far as it has come."""

    def __init__(self, response: httpx.Response, most_bytes: int) -> None:
        if response.status_code != httpx.codes.OK:
            raise NoJson(f"It answered with status {response.status_code}.")
        self._bytes, self._most_bytes = bytearray(), most_bytes

    def add(self, piece: bytes) -> None:
        self._bytes += piece
        if len(self._bytes) > self._most_bytes:
            raise NoJson("Its answer is too large.")

    def value(self) -> Any:
        try:
            return orjson.loads(self._bytes)
        except orjson.JSONDecodeError as error:
            raise NoJson("It answered with something else than JSON.") from error
