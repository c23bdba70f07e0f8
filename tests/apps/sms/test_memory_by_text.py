"""What guests tell by text is told to them and forgotten by the code of the page."""

from __future__ import annotations

import pytest
from pytest_django import Settings

from apps.guests.models import GuestFact
from apps.infrastructure.workers import task_queue
from apps.sms.incoming import answering
from apps.sms.models import InboundText
from tests.apps.sms.phone import Phone
from tests.fakes.telnyx import Telnyx

pytestmark = pytest.mark.usefixtures("resort", "without_key")
TOLD = "I'm vegetarian and there are four of us. What is the dress code at Ballo?"


@pytest.fixture
def alice(telnyx: Telnyx, settings: Settings) -> Phone:
    settings.SMS_BURST_SECONDS = 0
    return Phone(telnyx)


def known_keys(phone: Phone) -> list[str]:
    facts = GuestFact.objects.filter(guest__contact_points__value=phone.number)
    return list(facts.order_by("key").values_list("key", flat=True))


def test_a_guest_hears_what_is_remembered_and_has_it_forgotten(
    alice: Phone, telnyx: Telnyx
) -> None:
    bob = Phone(telnyx)
    for phone in (alice, bob):
        assert "smart casual" in phone.text(TOLD)
    answer = alice.text("what do you know about me?")
    assert 'Food: vegetarian, because you said: "I\'m vegetarian"' in answer
    assert "People in your party: 4" in answer
    assert "Food: vegetarian" in alice.text("forget that I'm vegetarian")
    assert known_keys(alice) == ["party_size"]
    assert "remember nothing about you" in alice.text("forget everything")
    assert known_keys(alice) == []
    assert alice.text("what do you know about me?").startswith("I remember nothing")
    assert known_keys(bob) == ["dietary_needs", "party_size"]


@pytest.mark.parametrize(
    "words",
    ["forget me", "Delete my data", "please remove everything you have on me"],
)
def test_a_request_to_forget_is_no_stop(alice: Phone, words: str) -> None:
    alice.text(TOLD)
    assert "remember nothing about you" in alice.text(words)
    assert known_keys(alice) == []
    assert "smart casual" in alice.text("What is the dress code at Ballo?")


def test_a_request_among_other_texts_is_understood(
    alice: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    alice.text(TOLD)
    handed_over: list[object] = []
    for words in ("Forget everything", "Is Ballo open?", "and the spa?"):
        alice.send(words)
    monkeypatch.setattr(
        task_queue, "send_on_commit", lambda *_, **ids: handed_over.append(ids)
    )
    request, *questions = InboundText.objects.filter(status="waiting").order_by("pk")
    assert answering.answer(request.pk)
    assert known_keys(alice) == []
    assert {"text_id": questions[0].pk} in handed_over
    assert answering.answer(questions[0].pk)
    assert not InboundText.objects.filter(status="waiting").exists()
