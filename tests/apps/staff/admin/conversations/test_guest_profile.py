"""Sam sees beside a conversation what its guest has told, and agreed to."""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.utils import timezone

from apps.conversations.models import Conversation, Turn
from apps.guests import consents, profile
from apps.guests.extraction.findings import FoundFact, Reading
from apps.guests.models import Consent, Guest, GuestFact
from apps.properties.models import Property

LIST = "/admin/conversations/conversation/"
MOMENT = datetime.fromisoformat("2026-11-23T02:42:00+00:00")


@pytest.fixture
def talk(mohegan: Property) -> Conversation:
    guest = Guest.objects.create(property=mohegan)
    return Conversation.objects.create(property=mohegan, guest=guest)


def tell(talk: Conversation, key: str, value: Any, quote: str, **options: Any) -> None:
    assert talk.guest
    reading = Reading((FoundFact(key, value, quote, 0.92),))
    now = options.get("at", timezone.now())
    profile.note(talk.guest, reading, uuid.uuid4(), "en", now)


def page_of(sam: Client, talk: Conversation, action: str = "change") -> str:
    page = sam.get(f"{LIST}{talk.pk}/{action}/").content.decode()
    return " ".join(page.split())


def test_it_shows_facts_in_words_with_their_sentences(
    sam: Client, talk: Conversation
) -> None:
    quote = "I'm vegetarian & gluten free"
    needs = ["vegetarian", "gluten_free"]
    tell(talk, "dietary_needs", needs, quote, at=timezone.now() - timedelta(days=1))
    tell(talk, "party_size", 4, "there are 4 of us")
    page = page_of(sam, talk)
    assert "<b>Dietary needs: vegetarian, gluten free</b>" in page
    assert "I&#x27;m vegetarian &amp; gluten free" in page
    assert "<b>Party size: 4</b><br>“there are 4 of us”" in page
    assert "confidence 92%" in page
    assert "22% (dining, party size)" in page


def test_personal_data_is_hidden_until_somebody_reveals_it(
    sam: Client, talk: Conversation
) -> None:
    tell(talk, "name", "Alice Zwetschge", "it's Alice Zwetschge")
    # As a quote was stored before it was cut; the page hides it all the same.
    GuestFact.objects.update(quote="it's Alice Zwetschge, 860-555-0142")
    page = page_of(sam, talk)
    assert "Zwetschge" not in page
    assert "555-0142" not in page
    assert "<b>Name: [name]</b>" in page
    revealed = page_of(sam, talk, "reveal")
    assert "Alice Zwetschge, 860-555-0142" in revealed
    assert "Zwetschge" not in page_of(sam, talk)


def test_markup_in_a_quote_is_shown_as_text(sam: Client, talk: Conversation) -> None:
    tell(talk, "party_size", 4, "there are 4 of us")
    GuestFact.objects.update(quote="<img src=x onerror=alert(1)>")
    for action in ("change", "reveal"):
        page = page_of(sam, talk, action)
        assert "&lt;img src=x onerror=alert(1)&gt;" in page
        assert "<img src=x" not in page


def test_it_shows_what_the_planner_thinks(sam: Client, talk: Conversation) -> None:
    talk.whisper_plan = {
        "next_topic": "companions",
        "extraction_targets": ["children_ages"],
        "offer_readiness": 0.2,
    }
    talk.save()
    page = page_of(sam, talk)
    assert "companions: children ages" in page
    assert "20%" in page


def test_it_shows_what_the_guest_agreed_to(sam: Client, talk: Conversation) -> None:
    for is_given in (True, False):
        assert talk.guest
        consents.record(
            talk.property,
            str(talk.guest.pk),
            Consent.Scope.MEMORY,
            is_given=is_given,
            channel="web",
            source="button",
            text_shown="May we <b>remember</b> you?",
            said_at=MOMENT,
            guest=talk.guest,
        )
    page = page_of(sam, talk)
    agreement, revocation = (
        f"Being remembered: {act} on Nov. 22, 2026, 9:42 PM EST by web (button)"
        for act in ("agreed", "took it back")
    )
    assert page.index(agreement) < page.index(revocation)
    assert "May we &lt;b&gt;remember&lt;/b&gt; you?" in page


def test_it_says_so_where_nothing_was_told(sam: Client, talk: Conversation) -> None:
    Conversation.objects.update(guest=None)
    page = page_of(sam, talk)
    assert "Nothing so far" in page
    assert "0%" in page


def test_who_reads_no_messages_reads_no_facts(
    sam: Client, sams_account: User, talk: Conversation
) -> None:
    tell(talk, "party_size", 4, "there are 4 of us")
    may = Permission.objects.filter(codename="view_conversation")
    sams_account.user_permissions.set(may)
    page = page_of(sam, talk)
    assert str(talk.pk) in page
    assert "there are 4 of us" not in page


def test_consents_stay_beside_an_earlier_conversation_of_the_guest(
    sam: Client, talk: Conversation
) -> None:
    """Whoever takes the consent back loses the link to all conversations but one."""
    assert talk.guest
    consents.record(
        talk.property,
        str(talk.guest.pk),
        Consent.Scope.MEMORY,
        is_given=False,
        channel="web",
        source="button on the page",
        text_shown="Remember me?",
        said_at=MOMENT,
        guest=talk.guest,
    )
    earlier = Conversation.objects.create(property=talk.property, guest=None)
    turn = Turn.objects.create(conversation=earlier, client_id=uuid.uuid4())
    reading = Reading((FoundFact("party_size", 4, "there are 4 of us", 0.92),))
    profile.note(talk.guest, reading, turn.pk, "en", timezone.now())
    page = page_of(sam, earlier)
    assert "took it back" in page
    assert "there are 4 of us" not in page
