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


def call(one: Breaker, kind: Kind | None = None) -> str:
    """One call that works, or fails in this way; how it went."""
    try:
        with one.watching():
            _provider(kind)
    except ModelUnavailable as error:
        return error.kind
    return "answered"


def _provider(kind: Kind | None) -> None:
    if kind:
        raise ModelUnavailable(kind, "It failed.")


def test_it_opens_after_so_many_failures_in_a_row() -> None:
    one = Breaker(NAME)
    assert [call(one, "timeout") for _ in range(4)] == [*["timeout"] * 3, "open"]
    state = one.state()
    assert state.phase == "open"
    assert 50 < state.probe_in <= 60


def test_it_counts_for_all_processes() -> None:
    one, other = Breaker(NAME), Breaker(NAME)
    for each in (one, other, one):
        call(each, "away")
    assert call(other) == "open"


def test_it_forgives_failures_that_a_success_follows() -> None:
    one = Breaker(NAME)
    for _ in range(3):
        call(one, "quota")
        call(one, "quota")
        assert call(one) == "answered"


@pytest.mark.parametrize("kind", ["refused", "broken"])
def test_it_takes_an_odd_answer_for_an_answer(kind: Kind) -> None:
    one = Breaker(NAME)
    assert [call(one, kind) for _ in range(5)] == [kind] * 5


def test_it_lets_one_call_try_again(settings: Settings) -> None:
    settings.BREAKER_COOLDOWN_SECONDS = 0
    one, other = Breaker(NAME), Breaker(NAME)
    for _ in range(3):
        call(one, "away")
    with one.watching():
        assert call(other) == "open"
    assert call(other) == "answered"
    assert one.state().phase == "closed"


def test_it_rests_again_when_the_try_fails(settings: Settings) -> None:
    settings.BREAKER_COOLDOWN_SECONDS = 0
    one = Breaker(NAME)
    for _ in range(3):
        call(one, "away")
    settings.BREAKER_COOLDOWN_SECONDS = 60
    assert call(one, "away") == "away"
    assert call(one) == "open"


def test_it_counts_for_itself_without_redis(settings: Settings) -> None:
    right, settings.REDIS_SHARED_URL = settings.REDIS_SHARED_URL, "redis://127.0.0.1:1"
    redis.blocking.cache_clear()
    try:
        one = Breaker(NAME)
        assert [call(one, "away") for _ in range(4)] == [*["away"] * 3, "open"]
    finally:
        settings.REDIS_SHARED_URL = right
        redis.blocking.cache_clear()
