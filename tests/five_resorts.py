"""Five resorts in one database, each with a word that nobody else may read."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import Permission, User
from django.test import Client
from django.utils import timezone

from apps.catalog.models import MapPlace
from apps.conversations.models import Conversation
from apps.conversations.sharing import links
from apps.properties.models import Property
from tests import factories
from tests.apps.conversations.sharing.test_shown import say
from tests.rows_of_property import Rows, make_rows

WORDS = ("Quokkaberg", "Narwhalia", "Axolotlan", "Okapiville", "Tapirama")


class Resorts:
    """The five, with their rows and a member of staff each."""

    def __init__(self, admin_user: User) -> None:
        self.rows: dict[str, Rows] = {}
        self.staff: dict[str, Client] = {}
        self.shared: dict[str, str] = {}
        for number, word in enumerate(WORDS):
            place = factories.PropertyFactory.create(
                slug=word.lower(),
                name=f"Resort {number}",
                phone=f"1-800-555-010{number}",
            )
            self.rows[word] = make_rows(place, word, admin_user)
            self.staff[word] = self._staff_of(place)
            self.shared[word] = self._shared_thread(place, word)

    def place(self, word: str) -> Property:
        place = self.rows[word]["properties.property"]
        assert isinstance(place, Property)
        return place

    def id_of(self, word: str, label: str) -> str:
        return str(self.rows[word][label].pk)

    def _shared_thread(self, place: Property, word: str) -> str:
        """The token of a link to an answer with the word, which the map has, too."""
        item: Any = self.rows[word]["catalog.item"]
        resort_map: Any = self.rows[word]["catalog.resortmap"]
        MapPlace.objects.create(map=resort_map, item=item, x=0.5, y=0.5)
        thread = Conversation.objects.create(property=place)
        say(thread, "Where can we eat?", f"At {word}.")
        return links.make(thread.pk, timezone.now())[0]

    def _staff_of(self, place: Property) -> Client:
        user = User.objects.create(username=place.slug, is_staff=True)
        user.user_permissions.set(Permission.objects.all())
        factories.assign(user, place)
        client = Client(headers={"origin": "http://testserver"})
        client.force_login(user)
        return client
