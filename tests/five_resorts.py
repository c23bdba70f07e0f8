"""Five resorts in one database, each with a word that nobody else may read."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import Permission, User
from django.test import Client
from django.utils import timezone

from apps.catalog.models import MapPlace
from apps.conversations import thread_secrets
from apps.conversations.models import Conversation
from apps.conversations.sharing import links
from apps.documents import viewing
from apps.documents.models import Document, Section
from apps.properties.models import Property
from apps.sms.models import SmsNumber
from apps.sms.outgoing import permission
from tests import factories
from tests.apps.conversations.sharing.test_shown import say
from tests.fakes.telnyx import Telnyx
from tests.rows_of_property import Rows, make_rows

WORDS = ("Quokkaberg", "Narwhalia", "Axolotlan", "Okapiville", "Tapirama")
OUR_NUMBERS = {word: f"+1203555010{number}" for number, word in enumerate(WORDS)}


class Resorts:
    """The five, with their rows and a member of staff each.

    phone: of a guest whom all of them know; the pictures of their documents are files.
    """

    phone = "+18605550177"

    def __init__(self, admin_user: User) -> None:
        self.telnyx = Telnyx()
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
            self._open_doors_of(place, word)

    def place(self, word: str) -> Property:
        place = self.rows[word]["properties.property"]
        assert isinstance(place, Property)
        return place

    def id_of(self, word: str, label: str) -> str:
        return str(self.rows[word][label].pk)

    @staticmethod
    def secret(word: str) -> str:
        """Opens the thread of this resort's guest."""
        return word.ljust(40, "x")

    def _open_doors_of(self, place: Property, word: str) -> None:
        """What a thread's key, a live document and a phone lead to."""
        talk: Any = self.rows[word]["conversations.conversation"]
        secret_hash = thread_secrets.digest(self.secret(word))
        Conversation.objects.filter(pk=talk.pk).update(secret_hash=secret_hash)
        SmsNumber.objects.create(property=place, number=OUR_NUMBERS[word])
        contact = permission.know_contact(place, self.phone)
        Conversation.objects.filter(pk=talk.pk).update(guest=contact.guest)
        turn = self.id_of(word, "conversations.turn")
        contact.guest.facts.create(
            key="name",
            value=word,
            turn_id=turn,
            confidence=1,
            collected_at=timezone.now(),
        )
        document: Any = self.rows[word]["documents.document"]
        Document.objects.filter(pk=document.pk).update(status=Document.Status.LIVE)
        part = {"text": f"Parking at {word} is free.", "page": 0, "kind": "paragraph"}
        Section.objects.create(document=document, number=1, parts=[part])
        self.rows[word]["drawn document"] = self._drawn_document(place, word)

    def _drawn_document(self, place: Property, word: str) -> Document:
        document = Document.objects.create(
            property=place,
            title=word,
            kind="pdf",
            size=1,
            pages=1,
            sha256=word,
            status=Document.Status.LIVE,
        )
        picture = viewing.picture(document, 1)
        picture.parent.mkdir(parents=True)
        picture.write_text(word)
        return document

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
