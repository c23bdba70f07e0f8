"""A provider that fails is left alone for a while, by all processes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytest_django import Settings

from apps.infrastructure import redis
from apps.llm import breaker
from apps.llm.breaker import Breaker
from apps.llm.failures import Kind, ModelUnavailable

NAME = "gemini-chat"


@pytest.fixture(autouse=True)
def _impatient(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    settings.BREAKER_FAILURES = 3
    settings.BREAKER_COOLDOWN_SECONDS = 60
    monkeypatch.setattr(breaker, "READ_SECONDS", 0)
    breaker.reset()
    yield
    breaker.reset()


def call(circuit: Breaker, kind: Kind | None = None) -> str:
    """One call that works, or fails in this way; how it went."""
    try:
        with circuit.watching():
            _provider(kind)
    except ModelUnavailable as error:
        return error.kind
    return "answered"


def _provider(kind: Kind | None) -> None:
    if kind:
        raise ModelUnavailable(kind, "It failed.")


def test_it_opens_after_so_many_failures_in_a_row() -> None:
    first = Breaker(NAME)
    assert [call(first, "timeout") for _ in range(4)] == [*["timeout"] * 3, "open"]
    state = first.state()
    assert state.phase == "open"
    assert 50 < state.probe_in <= 60


def test_it_counts_for_all_processes() -> None:
    first, second = Breaker(NAME), Breaker(NAME)
    for circuit in (first, second, first):
        call(circuit, "away")
    assert call(second) == "open"


def test_it_forgives_failures_that_a_success_follows() -> None:
    first = Breaker(NAME)
    for _ in range(3):
        call(first, "quota")
        call(first, "quota")
        assert call(first) == "answered"


@pytest.mark.parametrize("kind", ["refused", "broken"])
def test_it_takes_an_odd_answer_for_an_answer(kind: Kind) -> None:
    first = Breaker(NAME)
    assert [call(first, kind) for _ in range(5)] == [kind] * 5


def test_it_lets_one_call_try_again(settings: Settings) -> None:
    settings.BREAKER_COOLDOWN_SECONDS = 0
    first, second = Breaker(NAME), Breaker(NAME)
    for _ in range(3):
        call(first, "away")
    with first.watching():
        assert call(second) == "open"
    assert call(second) == "answered"
    assert first.state().phase == "closed"


def test_it_rests_again_when_the_try_fails(settings: Settings) -> None:
    settings.BREAKER_COOLDOWN_SECONDS = 0
    first = Breaker(NAME)
    for _ in range(3):
        call(first, "away")
    settings.BREAKER_COOLDOWN_SECONDS = 60
    assert call(first, "away") == "away"
    assert call(first) == "open"


def test_it_counts_for_itself_without_redis(settings: Settings) -> None:
    right, settings.REDIS_SHARED_URL = settings.REDIS_SHARED_URL, "redis://127.0.0.1:1"
    redis.blocking.cache_clear()
    try:
        first = Breaker(NAME)
        assert [call(first, "away") for _ in range(4)] == [*["away"] * 3, "open"]
    finally:
        settings.REDIS_SHARED_URL = right
        redis.blocking.cache_clear()
