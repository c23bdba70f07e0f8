"""A guest of one resort and its staff, at the pages, with the ids of another one."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from django.contrib import admin
from django.test import Client

from apps.infrastructure.database_scope import scoped_to
from tests.five_resorts import Resorts
from tests.planted_rows import models_of_properties
from tests.rows_of_property import PAGES, address_of

QUESTIONS = ("Is parking free?", "What restaurants are there?", "What is on tonight?")


class PageVisitor:
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
            *[self.page, self.document, self.picture_of_document],
            *[self.calendar_file, self.overview],
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
        return self._document(self.foreign_word, "documents.document", "")

    def picture_of_document(self) -> Any:
        return self._document(self.foreign_word, "drawn document", "pages/1.png")

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

    def _document(self, word: str, label: str, page: str) -> Any:
        row: Any = self.resorts.rows[word][label]
        address = f"/{self.place.slug}/documents/{row.public_id}/{page}"
        # Staff may read drafts, too.
        reader = self.choose.choice([self.guest, self._staff()])
        return reader.get(address)

    def _staff(self) -> Client:
        return self.resorts.staff[self.own_word]

    def _label(self) -> str:
        rows = self.resorts.rows[self.own_word]
        models = [model._meta.label_lower for model in admin.site._registry]
        return self.choose.choice([label for label in models if label in rows])
