"""Whoever reads a shared conversation sees answers of the records, nothing else."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from apps.conversations.models import Conversation, Message, ShareLink, Turn
from apps.conversations.sharing import shown
from apps.guests.models import Guest, GuestFact
from apps.properties.models import Property
from tests import factories

pytestmark = pytest.mark.django_db
PUBLIC: dict[str, Any] = {"route": "property_qa", "provider": "extractive"}
CALL = [{"name": "988", "phone": "988", "tel": "tel:988", "label": "Call"}]


@pytest.fixture
def thread(mohegan: Property) -> Conversation:
    return Conversation.objects.create(property=mohegan)


def say(
    thread: Conversation, question: str, text: str, *, turn: Any = None, **answer: Any
) -> Message:
    """An exchange; `turn` and `answer` tell what differs from an ordinary one."""
    values = {**PUBLIC, "status": Turn.Status.DONE, **(turn or {})}
    row = Turn.objects.create(conversation=thread, client_id=uuid4(), **values)
    messages = Message.objects
    messages.create(conversation=thread, turn=row, role="guest", text=question)
    return messages.create(
        conversation=thread, turn=row, role="concierge", text=text, **answer
    )


def exchanges_of(thread: Conversation) -> list[shown.Exchange]:
    now = timezone.now()
    return shown.exchanges(ShareLink(conversation=thread, created_at=now), now)


def test_a_question_and_its_answer_are_shown_with_its_rows(
    thread: Conversation,
) -> None:
    card = {
        "title": "Ballo",
        "kind": "restaurant",
        "as_of": timezone.now().isoformat(),
        "booking": "https://book.example/ballo?people=4&day=2026-12-01",
        "link": "https://ballo.example",
        "details": {"dress_code": "Smart casual"},
    }
    say(thread, "<b>Dress</b> code?", "**Smart** casual. [1]", cards=[card])
    [exchange] = exchanges_of(thread)
    assert exchange.question == "<b>Dress</b> code?"
    assert exchange.html.strip() == "<p><strong>Smart</strong> casual.</p>"
    assert exchange.cards == [{"title": "Ballo", "link": "https://ballo.example"}]


@pytest.mark.parametrize(
    ("turn", "answer"),
    [
        ({"route": "bookings"}, {}),
        ({"route": "memory"}, {}),
        ({"route": "telling"}, {}),
        ({"route": "lost_property"}, {}),
        ({"guardrail": "crisis"}, {}),
        ({"likely_guardrail": "responsible_gaming"}, {}),
        ({"nodes": [{"node": "bookings"}, {"node": "retrieve"}]}, {}),
        ({"status": "stopped"}, {}),
        ({"status": "failed"}, {}),
        ({}, {"kind": "care"}),
        ({}, {"kind": "waiting"}),
        ({}, {"kind": "notice"}),
        ({}, {"help": CALL}),
        ({}, {"sources": ["restaurant", "booking"]}),
        ({}, {"requests": [{"id": 1}]}),
    ],
)
def test_what_is_the_guests_own_is_left_out(
    thread: Conversation, turn: dict[str, Any], answer: dict[str, Any]
) -> None:
    say(thread, "Is parking free?", "Parking is free.")
    say(thread, "Private", "Private", turn=turn, **answer)
    assert [exchange.question for exchange in exchanges_of(thread)] == [
        "Is parking free?"
    ]


def test_personal_data_is_masked_and_public_numbers_stay(thread: Conversation) -> None:
    thread.property.phone = "1-888-226-7711"
    quotes = [{"quote": "Call 1-860-862-1100 to book."}]
    say(
        thread,
        "Whom do I call?",
        "Call 1-860-862-1100 or 1-888-226-7711, not 860-555-0199.",
        citations=quotes,
    )
    [exchange] = exchanges_of(thread)
    assert "1-860-862-1100 or 1-888-226-7711, not [phone]." in exchange.html


def test_questions_with_personal_data_are_left_out(thread: Conversation) -> None:
    factories.RestaurantFactory.create(property=thread.property, name="Bobby Flay")
    say(thread, "I am alice@example.com, when does the spa open?", "At 9:00 AM.")
    say(thread, "My name is Alice Smith, is parking free?", "Yes.")
    say(thread, "Is Bobby Flay open?", "Yes.")
    assert [each.question for each in exchanges_of(thread)] == ["Is Bobby Flay open?"]


def test_a_name_said_once_is_left_out_everywhere(thread: Conversation) -> None:
    say(thread, "My name is Mirela and I eat fish", "Noted.", turn={"route": "memory"})
    say(thread, "Is there a pool and a spa?", "There are both.")
    say(thread, "Does mirela need a towel?", "Towels are there.")
    say(thread, "When?", "Mirela, at noon.", turn={"provider": "gemini"})
    questions = [each.question for each in exchanges_of(thread)]
    assert questions == ["Is there a pool and a spa?"]


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Because you said vegan, those whose records name it come first."),
        (
            "en",
            "You mentioned vegan: the records of this place do not say whether it "
            "suits that. Please ask its kitchen before you order.",
        ),
        (
            "fr",
            "Vous avez mentionné vegan : mes registres ne disent pas lesquels "
            "conviennent ; demandez à la cuisine avant de commander.",
        ),
        (
            "fr",
            "Vous avez mentionné vegan : mes fiches ne disent pas lesquels "
            "conviennent ; demandez à la cuisine avant de commander.",
        ),
    ],
)
def test_a_reason_out_of_memory_is_cut(
    thread: Conversation, language: str, sentence: str
) -> None:
    answer = f"{sentence} Zest serves bowls."
    say(thread, "Where can we eat?", answer, language=language)
    [exchange] = exchanges_of(thread)
    assert "vegan" not in exchange.html
    assert "Zest serves bowls." in exchange.html


def test_a_model_that_repeats_what_it_was_told_is_left_out(
    thread: Conversation,
) -> None:
    thread.guest = Guest.objects.create(property=thread.property)
    for key, value in {"dietary_needs": ["vegan"], "party_size": 4}.items():
        GuestFact.objects.create(
            guest=thread.guest,
            key=key,
            value=value,
            quote="as said",
            turn_id=uuid4(),
            language="en",
            confidence=0.9,
            collected_at=timezone.now(),
        )
    thread.save()
    say(thread, "Where?", "As a Vegan you like Zest.", turn={"provider": "gemini"})
    say(thread, "When?", "Zest opens at 4:00 PM.", turn={"provider": "gemini"})
    say(thread, "What?", "Zest has vegan bowls.")
    assert [exchange.question for exchange in exchanges_of(thread)] == [
        "When?",
        "What?",
    ]


def test_what_is_said_later_and_elsewhere_stays_private(thread: Conversation) -> None:
    say(thread, "Is parking free?", "Parking is free.")
    link = ShareLink(conversation=thread, created_at=timezone.now())
    say(thread, "And valet?", "Valet costs $40.")
    other_thread = Conversation.objects.create(property=thread.property)
    say(other_thread, "Whose?", "Another's.")
    later = timezone.now() + timedelta(minutes=1)
    questions = [each.question for each in shown.exchanges(link, later)]
    assert questions == ["Is parking free?"]
