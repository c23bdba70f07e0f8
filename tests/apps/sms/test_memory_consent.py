"""A guest is asked by text, once, whether to be remembered; a yes counts right then."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial

import pytest
from django.db import connection
from django.db.models import F
from django.utils import timezone
from pytest_django import Settings

from apps.conversations.models import Conversation
from apps.guests import consents
from apps.guests.models import Consent, Guest
from apps.properties.models import FeatureFlag, Property
from apps.sms.incoming import keywords, memory_consent
from apps.sms.models import InboundText, OutboundText
from apps.sms.outgoing import segments
from tests.apps.sms.phone import Phone
from tests.fakes.telnyx import Telnyx

pytestmark = pytest.mark.usefixtures("without_key")
TOLD = "I'm vegetarian. What is the dress code at Ballo?"
QUESTION = "May I remember what you told me for next time? Reply YES or NO."


@pytest.fixture
def alice(telnyx: Telnyx, settings: Settings, resort: Property) -> Phone:
    settings.SMS_BURST_SECONDS = 0
    return Phone(telnyx)


def entries(phone: Phone) -> list[Consent]:
    """Of the ledger, the newest first."""
    return list(Consent.objects.filter(subject=phone.number).order_by("-number"))


def is_remembered(phone: Phone) -> bool:
    return Guest.objects.get(contact_points__value=phone.number).is_remembered


def pass_time(**duration: int) -> None:
    """All that was said and sent was so long ago."""
    ago = timedelta(**duration)
    OutboundText.objects.update(
        created_at=F("created_at") - ago, sent_at=F("sent_at") - ago
    )
    InboundText.objects.update(
        received_at=F("received_at") - ago, stored_at=F("stored_at") - ago
    )
    Conversation.objects.update(last_message_at=F("last_message_at") - ago)


def test_a_yes_is_in_the_ledger_and_holds_beyond_the_thread(
    alice: Phone, resort: Property
) -> None:
    answer = alice.text(TOLD)
    assert answer.endswith(f"\n{QUESTION}")
    assert segments.count(answer) <= 3
    assert not is_remembered(alice)
    assert "I will remember it" in alice.text("Yes please!")
    [entry] = entries(alice)
    assert (entry.scope, entry.is_given, entry.channel) == ("memory", True, "sms")
    assert (entry.text_shown, entry.source) == (QUESTION, "text message: Yes please!")
    assert not list(consents.verify(resort))
    pass_time(days=2)
    answer = alice.text("what do you know about me?")
    assert "Food: vegetarian" in answer
    assert "agreed that I remember this for next time" in answer


def test_without_a_yes_it_ends_with_the_thread(alice: Phone) -> None:
    alice.text(TOLD)
    assert "ends with this conversation" in alice.text("no thanks")
    [entry] = entries(alice)
    assert (entry.is_given, entry.text_shown) == (False, QUESTION)
    pass_time(days=2)
    assert "I remember nothing" in alice.text("what do you know about me?")


@pytest.mark.parametrize(
    ("statement", "thanks"),
    [
        ("I'm vegetarian", "Thank you for telling me."),
        ("there will be four of us", "Thank you for telling me."),
        ("We are celebrating our anniversary", "Thank you for telling me."),
        ("Soy vegetariano", "Gracias por decírmelo."),
        ("Nous sommes quatre personnes", "Merci de me l'avoir dit."),
    ],
)
def test_whoever_only_tells_is_asked_nothing_else(
    alice: Phone, statement: str, thanks: str
) -> None:
    answer = alice.text(statement)
    assert answer.startswith(thanks)
    assert answer.count("?") == 1
    assert "SI o NO" in answer or "OUI ou NON" in answer or QUESTION in answer
    alice.text("no")
    assert [entry.is_given for entry in entries(alice)] == [False]


def test_it_asks_once(alice: Phone) -> None:
    assert QUESTION in alice.text(TOLD)
    assert QUESTION not in alice.text("There are four of us. Is parking free?")
    assert QUESTION not in alice.text("My budget is 200 dollars. Is parking free?")


def test_a_yes_to_something_else_does_not_count(alice: Phone) -> None:
    alice.text("yes")
    alice.text(TOLD)
    alice.text("Is parking free?")
    alice.text("yes")
    assert entries(alice) == []
    assert not is_remembered(alice)


def test_a_yes_that_comes_late_does_not_count(alice: Phone) -> None:
    alice.text(TOLD)
    pass_time(hours=25)
    alice.text("yes")
    assert entries(alice) == []


def test_a_yes_that_was_written_before_the_question_does_not_count(
    alice: Phone,
) -> None:
    alice.text(TOLD)
    OutboundText.objects.update(sent_at=timezone.now() + timedelta(minutes=1))
    alice.text("yes")
    assert entries(alice) == []


def test_a_question_that_failed_to_arrive_is_not_answered(alice: Phone) -> None:
    alice.text(TOLD)
    OutboundText.objects.update(status=OutboundText.Status.FAILED)
    alice.text("yes")
    assert entries(alice) == []


def test_a_stop_counts_rather_than_the_answer(alice: Phone) -> None:
    alice.text(TOLD)
    alice.text("stop")
    alice.text("yes")  # begins again
    assert {entry.scope for entry in entries(alice)} == {"sms"}
    assert not is_remembered(alice)


@pytest.mark.parametrize("replies", [("yes", "no"), ("no", "yes")])
def test_of_a_yes_and_a_no_that_come_together_the_no_counts(
    alice: Phone, replies: tuple[str, str]
) -> None:
    alice.text(TOLD)
    for words in replies:
        alice.send(words)
    assert not is_remembered(alice)
    newest = entries(alice)[0]
    assert (newest.is_given, newest.text_shown) == (False, QUESTION)


@pytest.mark.django_db(transaction=True)
def test_both_at_the_same_instant_are_a_no(alice: Phone) -> None:
    alice.text(TOLD)
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(partial(_send_apart, alice), ["yes", "no"]))
    assert not is_remembered(alice)
    assert not entries(alice)[0].is_given


def _send_apart(phone: Phone, words: str) -> None:
    try:
        phone.send(words)
    finally:
        connection.close()


def test_a_no_to_something_later_takes_nothing_back(
    alice: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    alice.text(TOLD)
    alice.text("yes")
    # The ledger cannot be moved into the past.
    monkeypatch.setattr(memory_consent, "TOGETHER", timedelta(0))
    alice.text("no")
    assert is_remembered(alice)


def test_forgetting_everything_ends_it(alice: Phone) -> None:
    alice.text(TOLD)
    alice.text("yes")
    answer = alice.text("Forget everything")
    assert "remember nothing about you" in answer
    assert "no longer remember you for next time" in answer
    newest, _ = entries(alice)
    assert (newest.is_given, newest.text_shown) == (False, "Forget everything")
    assert not is_remembered(alice)


def test_a_property_that_remembers_nobody_does_not_ask(
    alice: Phone, resort: Property
) -> None:
    FeatureFlag.objects.create(property=resort, key="memory", is_on=False)
    assert QUESTION not in alice.text(TOLD)


def test_guests_of_other_languages_are_asked_in_theirs(alice: Phone) -> None:
    alice.text("Hola")
    question = "Soy vegetariano. ¿El estacionamiento es gratis?"
    assert alice.text(question).endswith("Responda SI o NO.")
    assert "lo recordaré" in alice.text("Sí")
    assert is_remembered(alice)


@pytest.mark.parametrize(
    ("reply", "is_given"),
    [
        ("YES", True),
        ("yes!!", True),
        ("ok yes, thanks", True),
        ("Sí, claro", True),
        ("Oui merci", True),
        ("Ja, gerne", True),
        ("好的", True),
        ("No.", False),
        ("no gracias", False),
        ("Non merci", False),
        ("Nein danke", False),
        ("não", False),
        ("不用", False),
        ("ok", None),
        ("yes, but is the pool open?", None),
        ("no idea", None),
        ("thanks", None),
    ],
)
def test_only_a_plain_yes_or_no_is_one(reply: str, *, is_given: bool | None) -> None:
    assert keywords.yes_or_no(reply) is is_given
