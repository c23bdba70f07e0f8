"""Stops asking a provider that fails, for all processes at once.

Closed: calls pass. After so many failures in a row it is open: no call passes, so
nobody waits for a provider that is away. After a while one call of one process tries
again; it closes the breaker, or opens it anew.

The state lies in Redis and is read at most once a second in each process, so a healthy
call costs nothing; other processes learn of an open breaker up to a second late.
Without Redis each process counts for itself. See Nygard, "Release It!", 2nd edition.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Literal

from django.conf import settings
from redis import RedisError

from apps.infrastructure import redis
from apps.infrastructure.processes import computing
from apps.llm import roles
from apps.llm.failures import Kind, ModelUnavailable

log = logging.getLogger(__name__)
READ_SECONDS = 1.0
KEEP_SECONDS = 3600
# A refusal is an answer, and a broken form may be the fault of one odd question.
COUNTED: frozenset[Kind] = frozenset({"key", "quota", "timeout", "away"})

Phase = Literal["closed", "open", "half-open"]


@dataclass(frozen=True)
class State:
    """probe_in: seconds until a call may try again; 0 unless it is open."""

    phase: Phase
    failures: int = 0
    probe_in: float = 0.0


class Breaker:
    """The breaker of one provider's interface."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._failures, self._open_until = 0, 0.0
        self._read_at = float("-inf")

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Around a call: raises `ModelUnavailable` of kind "open" instead of it."""
        self._insist_on_passing()
        try:
            yield
        except ModelUnavailable as error:
            if error.kind in COUNTED:
                self._count()
            raise
        self._close()

    @asynccontextmanager
    async def awatching(self) -> AsyncIterator[None]:
        """The same on an event loop, which never waits for Redis."""
        computing.leave()
        if self._failures or self._is_stale:
            await asyncio.to_thread(self._insist_on_passing)
        try:
            yield
        except ModelUnavailable as error:
            if error.kind in COUNTED:
                await asyncio.to_thread(self._count)
            raise
        if self._failures:
            await asyncio.to_thread(self._close)

    def state(self) -> State:
        self._refresh()
        seconds = self._open_until - time.time()
        if self._failures < settings.BREAKER_FAILURES:
            return State("closed", self._failures)
        if seconds > 0:
            return State("open", self._failures, seconds)
        return State("half-open", self._failures)

    def forget(self) -> None:
        """Close, whatever the state."""
        self._failures = 1
        self._close()

    def _insist_on_passing(self) -> None:
        phase = self.state().phase
        if phase == "open" or (phase == "half-open" and not self._take_probe()):
            raise ModelUnavailable("open", f"{self._name} failed often and rests.")

    def _take_probe(self) -> bool:
        """Whether this call is the one that tries; a dead one frees the way later."""
        try:
            is_taken = redis.blocking().set(
                self._key("probe"), 1, nx=True, ex=self._patience()
            )
        except (RedisError, OSError):
            return True
        return bool(is_taken)

    def _count(self) -> None:
        self._failures += 1
        self._rest_if_too_many()
        try:
            with redis.blocking().pipeline() as pipeline:
                pipeline.incr(self._key("failures"))
                pipeline.expire(self._key("failures"), KEEP_SECONDS)
                self._failures = int(pipeline.execute()[0])
                self._rest_if_too_many()
                if self._open_until > time.time():
                    self._share_rest()
        except (RedisError, OSError) as error:
            log.warning("the breaker counts for itself: %s", error)

    def _rest_if_too_many(self) -> None:
        if self._failures >= settings.BREAKER_FAILURES:
            self._open_until = time.time() + settings.BREAKER_COOLDOWN_SECONDS

    def _share_rest(self) -> None:
        log.warning("%s failed %d times and rests", self._name, self._failures)
        redis.blocking().set(self._key("until"), self._open_until, ex=KEEP_SECONDS)
        redis.blocking().delete(self._key("probe"))

    def _close(self) -> None:
        if not self._failures:
            return
        self._failures, self._open_until = 0, 0.0
        try:
            redis.blocking().delete(*map(self._key, ("failures", "until", "probe")))
        except (RedisError, OSError) as error:
            log.warning("other processes learn later of the recovery: %s", error)

    def _refresh(self) -> None:
        if not self._is_stale:
            return
        self._read_at = time.monotonic()
        try:
            failures, until = redis.blocking().mget(
                self._key("failures"), self._key("until")
            )
        except (RedisError, OSError):
            return
        self._failures = int(failures or 0)
        self._open_until = float(until or 0)

    @property
    def _is_stale(self) -> bool:
        return time.monotonic() - self._read_at >= READ_SECONDS

    def _key(self, part: str) -> str:
        return redis.key("breaker", self._name, part)

    def _patience(self) -> int:
        return max(1, round(settings.MODEL_TIMEOUT_SECONDS))


def chat(server: str) -> str:
    """Name of the breaker for a server's chat models."""
    return f"{server}-chat"


def embeddings(server: str) -> str:
    return f"{server}-embeddings"


def reset() -> None:
    """Forgets the breakers of every server; for tests."""
    for server in (roles.GEMINI, *roles.openai_servers()):
        of(chat(server)).forget()
        of(embeddings(server)).forget()
    _breakers().clear()


def of(name: str) -> Breaker:
    """The breaker of this process for a server's interface."""
    return _breakers().setdefault(name, Breaker(name))


@cache
def _breakers() -> dict[str, Breaker]:
    return {}
