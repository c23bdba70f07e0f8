"""Five resorts share the tables, and each has a word that nobody else may read.

Guests and staff ask at every door, with ids of any resort. Behind the doors, two walls
stand: the filters of the queries, and the policies of PostgreSQL. Either alone keeps
the words apart; without both, they are read.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client

from apps.infrastructure import database_scope
from apps.infrastructure.database_scope import scoped_to
from apps.infrastructure.postgresql import roles
from apps.properties import access
from tests.five_resorts import WORDS, Resorts
from tests.planted_rows import models_of_properties
from tests.rows_of_property import PAGES, address_of

pytestmark = pytest.mark.slow

# Of each run of the nightly one, which asks 200,000 times in all.
NIGHTLY, EVERY_TIME = 25_000, 120
SEED = 7
QUESTIONS = ("Is parking free?", "What restaurants are there?", "What is on tonight?")


@pytest.fixture
def resorts(
    transactional_db: None, admin_user: User, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Resorts]:
    """Whoever chooses no scope sees nothing, as in the processes of a site."""
    five_resorts = Resorts(admin_user)
    monkeypatch.setattr(database_scope, "UNSCOPED", "")
    yield five_resorts
    monkeypatch.undo()


class Visitor:
    """A guest of one resort and its staff, who try the ids of another one."""

    def __init__(
        self, resorts: Resorts, own_word: str, foreign_word: str, seed: int
    ) -> None:
        self.resorts, self.own_word, self.foreign_word = resorts, own_word, foreign_word
        self.place = resorts.place(own_word)
        self.choose = random.Random(seed)  # noqa: S311 - no secret
        self.guest = Client(headers={"origin": "http://testserver"})

    def doors(self) -> list[Callable[[], Any]]:
        return [
            *[self.page, self.document, self.calendar_file, self.overview],
            *[self.feedback, self.followed_turn, self.staff_list, self.staff_row],
            *[self.staff_page, self.forgotten_filter],
            *[self.resort_map, self.shared_page],
        ]

    def page(self) -> Any:
        name = self.choose.choice(["", "privacy/", "embedded/"])
        return self.guest.get(f"/{self.place.slug}/{name}")

    def ask_in_foreign_thread(self) -> Any:
        """The thread of the other resort's guest, named by somebody else."""
        thread = self.resorts.id_of(self.foreign_word, "conversations.conversation")
        form = {"text": self.choose.choice(QUESTIONS), "thread": thread, "secret": ""}
        return self.guest.post(f"/{self.place.slug}/", form)

    def document(self) -> Any:
        document: Any = self.resorts.rows[self.foreign_word]["documents.document"]
        return self.guest.get(f"/{self.place.slug}/documents/{document.public_id}/")

    def calendar_file(self) -> Any:
        number = self.choose.randrange(20)
        return self.guest.get(f"/{self.place.slug}/calendar/{number}.ics")

    def resort_map(self) -> Any:
        return self.guest.get(f"/{self.place.slug}/map.json")

    def shared_page(self) -> Any:
        return self.guest.get(f"/s/{self.resorts.shared[self.own_word]}")

    def overview(self) -> Any:
        return self.guest.get("/property", {"property": self.place.slug})

    def feedback(self) -> Any:
        rating = {
            "thread_id": self.resorts.id_of(
                self.foreign_word, "conversations.conversation"
            ),
            "turn_id": self.resorts.id_of(self.foreign_word, "conversations.turn"),
            "rating": 1,
            "comment": "Mine",
        }
        kind = "application/json"
        return self.guest.post("/feedback", rating, content_type=kind)

    def followed_turn(self) -> Any:
        turn = self.resorts.id_of(self.foreign_word, "conversations.turn")
        thread = self.resorts.id_of(self.foreign_word, "conversations.conversation")
        return self.guest.get(f"/chat/{turn}", {"thread_id": thread})

    def staff_list(self) -> Any:
        label = self._label()
        # The page repeats what is searched for: a part of the word is none.
        query = self.choose.choice([{}, {"q": self.foreign_word[:5]}, {"q": "Resort"}])
        return self._staff().get(f"/admin/{label.replace('.', '/')}/", query)

    def staff_row(self) -> Any:
        label = self._label()
        page = self.choose.choice(["change/", "history/", "delete/"])
        row = self.resorts.id_of(self.foreign_word, label)
        address = f"/admin/{label.replace('.', '/')}/{row}/{page}"
        return self._staff().get(address, follow=True)

    def staff_page(self) -> Any:
        pattern = self.choose.choice(PAGES)
        address = address_of(pattern, self.resorts.rows[self.foreign_word])
        return self._staff().get(address, follow=True)

    def forgotten_filter(self) -> Any:
        """All rows of a table, read by a query that names no property."""
        model = self.choose.choice(models_of_properties()[1:])
        with scoped_to(self.place.pk):
            return list(model._default_manager.values())

    def _staff(self) -> Client:
        return self.resorts.staff[self.own_word]

    def _label(self) -> str:
        rows = self.resorts.rows[self.own_word]
        models = [model._meta.label_lower for model in admin.site._registry]
        return self.choose.choice([label for label in models if label in rows])


def text_of(answer: Any) -> str:
    if isinstance(answer, list):
        return str(answer)
    if answer.streaming:
        return ""
    return str(answer.content.decode(errors="replace"))


def crossings(resorts: Resorts, count: int, seed: float) -> Iterator[str]:
    """Doors at which one of so many requests has read a word of another resort."""
    choose = random.Random(seed)  # noqa: S311 - no secret
    for number in range(count):
        own_word, foreign_word = choose.sample(WORDS, 2)
        visitor = Visitor(resorts, own_word, foreign_word, choose.randrange(10**9))
        # A turn takes longer than all other doors together.
        door = (
            visitor.ask_in_foreign_thread
            if number % 50 == 0
            else choose.choice(visitor.doors())
        )
        text = text_of(door())
        if any(word in text for word in WORDS if word != own_word):
            yield f"{door.__name__} of {own_word} as request {number} of seed {seed}"


@contextmanager
def without_filters() -> Iterator[None]:
    """As if every query of the staff's pages had forgotten whose rows it reads."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(access, "mine", lambda rows, *_, **__: rows)
        yield


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


def test_the_map_and_the_shared_page_show_their_own_words(resorts: Resorts) -> None:
    visitor = Visitor(resorts, *WORDS[:2], SEED)
    for door in (visitor.resort_map, visitor.shared_page):
        assert WORDS[0] in text_of(door())


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(8))
def test_no_word_is_read_at_any_door_in_200_000_requests(
    resorts: Resorts, seed: int
) -> None:
    assert list(crossings(resorts, NIGHTLY, seed)) == []


def test_the_policies_hold_where_the_filters_are_forgotten(resorts: Resorts) -> None:
    with without_filters():
        assert list(crossings(resorts, EVERY_TIME, SEED)) == []


def test_the_words_are_read_once_both_walls_are_gone(resorts: Resorts) -> None:
    """Otherwise the tests above would pass for pages that show nothing."""
    with without_policies():
        read_at = " ".join(crossings(resorts, EVERY_TIME, SEED))
        assert "forgotten_filter" in read_at
        assert "staff" not in read_at
        with without_filters():
            read_at = " ".join(crossings(resorts, EVERY_TIME, SEED))
            assert "staff_list" in read_at
            assert "staff_row" in read_at
