"""Five resorts share the tables, and each has a word that nobody else may read.

Guests and staff ask at every door, with ids of any resort. Behind the doors, two walls
stand: the filters of the queries, and the policies of PostgreSQL. Either alone keeps
the words apart; without both, they are read.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from pytest_django import Settings

from apps.infrastructure import database_scope
from apps.infrastructure.postgresql import roles
from tests.five_resorts import WORDS, Resorts
from tests.planted_rows import models_of_properties
from tests.stored_rows import MadeOnce
from tests.visitors import filters
from tests.visitors.live import Visitor

pytestmark = pytest.mark.slow

# Of each run of the nightly one, which asks 200,000 times in all.
NIGHTLY, EVERY_TIME = 25_000, 60
SEED = 7
# A turn takes longer than all other doors together.
ONE_TURN_IN = 50
# They tell staff that something has changed, or how an answer was made that any guest
# may ask for: no row is read there, and the filter is their only wall.
WITHOUT_POLICY = ("live_list", "trace", "followed_trace")


@pytest.fixture(scope="module")
def made_once() -> MadeOnce[Resorts]:
    """Making five resorts takes several times longer than copying their rows."""
    return MadeOnce(lambda: Resorts(User.objects.create_superuser("admin")))


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("pictures")


@pytest.fixture
def resorts(
    transactional_db: None,
    made_once: MadeOnce[Resorts],
    monkeypatch: pytest.MonkeyPatch,
    settings: Settings,
    pictures: Path,
) -> Iterator[Resorts]:
    """Whoever chooses no scope sees nothing, as in the processes of a site.

    Everybody asks from one address, so its limits would close the doors.
    """
    settings.MEDIA_ROOT = pictures
    five_resorts = made_once.get()
    settings.SMS_ENABLED = True
    settings.TELNYX_PUBLIC_KEY = five_resorts.telnyx.public_key
    settings.RATE_LIMIT_PER_MINUTE = settings.RATE_LIMIT_ADDRESS_PER_MINUTE = NIGHTLY
    settings.RATE_LIMIT_STRANGERS_PER_MINUTE = NIGHTLY
    monkeypatch.setattr(database_scope, "UNSCOPED", "")
    yield five_resorts
    monkeypatch.undo()


def text_of(answer: Any) -> str:
    if isinstance(answer, list | str):
        return str(answer)
    if answer.streaming:
        return b"".join(answer.streaming_content).decode(errors="replace")
    return str(answer.content.decode(errors="replace"))


def crossings(resorts: Resorts, count: int, seed: float) -> Iterator[str]:
    """Doors at which one of so many requests has read a word of another resort."""
    choose = random.Random(seed)  # noqa: S311 - no secret
    for number in range(count):
        own_word, foreign_word = choose.sample(WORDS, 2)
        visitor = Visitor(resorts, own_word, foreign_word, choose.randrange(10**9))
        has_turn = number % ONE_TURN_IN == 0
        door = choose.choice(visitor.doors_of_turns() if has_turn else visitor.doors())
        text = text_of(door())
        if any(word in text for word in WORDS if word != own_word):
            yield f"{door.__name__} of {own_word} as request {number} of seed {seed}"


@contextmanager
def without_policies() -> Iterator[None]:
    tables = [model._meta.db_table for model in models_of_properties()]
    try:
        _alter(tables, "disable")
        yield
    finally:
        _alter(tables, "enable")


def _alter(tables: list[str], how: str) -> None:
    with roles.owner(), connection.cursor() as cursor:
        for table in tables:
            cursor.execute(f"alter table {table} {how} row level security")


def test_no_word_is_read_at_any_door(resorts: Resorts) -> None:
    assert list(crossings(resorts, EVERY_TIME, random.SystemRandom().random())) == []


def test_the_words_are_read_at_the_doors_of_their_own_resort(resorts: Resorts) -> None:
    """Otherwise the tests would pass for doors that show nothing."""
    visitor = Visitor(resorts, WORDS[0], WORDS[0], SEED)
    for door in visitor.open_doors():
        assert any(WORDS[0] in text_of(door()) for _ in range(9)), door.__name__


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(8))
def test_no_word_is_read_at_any_door_in_200_000_requests(
    resorts: Resorts, seed: int
) -> None:
    assert list(crossings(resorts, NIGHTLY, seed)) == []


def test_the_policies_hold_where_the_filters_are_forgotten(resorts: Resorts) -> None:
    with filters.removed():
        read_at = list(crossings(resorts, EVERY_TIME, SEED))
    assert [door for door in read_at if not door.startswith(WITHOUT_POLICY)] == []


def test_the_words_are_read_once_both_walls_are_gone(resorts: Resorts) -> None:
    """Otherwise the tests above would pass for pages that show nothing."""
    with without_policies():
        read_at = " ".join(crossings(resorts, 2 * EVERY_TIME, SEED))
        assert "forgotten_filter" in read_at
        assert "staff" not in read_at
        with filters.removed():
            read_at = " ".join(crossings(resorts, EVERY_TIME, SEED))
            assert "staff_list" in read_at
            assert "staff_row" in read_at
