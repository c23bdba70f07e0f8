"""Held answers: decided once, and said in every language; none expires once decided."""

from __future__ import annotations

from datetime import timedelta
from importlib import import_module
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from apps.concierge import replies
from apps.conversations.models import Conversation, Message, Turn
from apps.conversations.review import held_answers
from apps.conversations.turns import store
from apps.conversations.turns.active_turn import Answer, TurnRequest
from apps.conversations.turns.graph_runs import graph_context
from apps.properties.models import Property
from apps.staff.review import answer_decisions
from tests.admin_form import Form

pytestmark = pytest.mark.django_db


@pytest.fixture
def message(mohegan: Property) -> Message:
    thread = Conversation.objects.create(property=mohegan)
    turn = Turn.objects.create(conversation=thread, client_id=uuid4(), status="done")
    return Message.objects.create(
        conversation=thread,
        turn=turn,
        role="concierge",
        kind=held_answers.WAITING,
        text="We look over it.",
        held={"text": "Ballo is Italian."},
    )


@pytest.mark.parametrize("language", ["en", "es", "pt", "fr", "zh"])
@pytest.mark.parametrize("reply", ["colleague_answers", "approval_expired"])
def test_it_tells_the_truth_in_every_language(
    message: Message, reply: str, language: str
) -> None:
    Message.objects.update(language=language)
    message.refresh_from_db()
    if reply == "approval_expired":
        later = timezone.now() + timedelta(minutes=16)
        assert held_answers.expire(later) == 1
    else:
        assert held_answers.decline(message)
    message.refresh_from_db()
    place = message.conversation.property
    expected_text = replies.say(reply, language, property=place.name, phone=place.phone)
    assert message.text == expected_text
    english = replies.say(reply, "en", property=place.name, phone=place.phone)
    assert (message.text == english) == (language == "en")


def test_it_expires_after_the_period_of_its_property(message: Message) -> None:
    Property.objects.update(approval_minutes=3)
    now = message.created_at
    assert held_answers.expire(now + timedelta(minutes=2)) == 0
    assert held_answers.expire(now + timedelta(minutes=3)) == 1
    message.refresh_from_db()
    assert (message.kind, message.held) == (held_answers.EXPIRED, None)
    assert held_answers.expire(now + timedelta(minutes=4)) == 0


def test_a_held_answer_keeps_its_period(sam: Client, mohegan: Property) -> None:
    mohegan.bot_mode, mohegan.approval_minutes = Property.BotMode.APPROVAL, 60
    mohegan.save()
    ask = TurnRequest(mohegan.pk, uuid4(), uuid4(), "Is parking free?", "en")
    begun = store.begin(ask, may_run=True)
    answer = Answer("We look.", kind=held_answers.WAITING, held=Answer("It is free."))
    assert store.finish(begun.id, 1, "done", answer)
    address = f"/admin/properties/property/{mohegan.pk}/change/"
    assert Form(sam, address).fill(approval_minutes=1).send().is_saved
    now = timezone.now()
    assert held_answers.expire(now + timedelta(minutes=50)) == 0
    assert held_answers.expire(now + timedelta(minutes=61)) == 1


def test_the_migration_gives_answers_that_wait_the_period_of_their_property(
    message: Message,
) -> None:
    migration = import_module("apps.conversations.migrations.0025_held_answers_expire")
    with connection.cursor() as cursor:
        cursor.execute(migration.GIVE_PERIOD)
    Property.objects.update(approval_minutes=1)
    message.refresh_from_db()
    expected_at = message.created_at + timedelta(minutes=15)
    assert held_answers.expires_at(message) == expected_at


def test_a_guest_who_was_promised_a_colleague_is_not_told_that_nobody_was_there(
    message: Message,
) -> None:
    Property.objects.update(approval_minutes=1)
    seen_before = Message.objects.get(pk=message.pk)
    assert held_answers.decline(message)
    promised = Message.objects.get(pk=message.pk)
    for days in (1, 3):
        assert held_answers.expire(timezone.now() + timedelta(days=days)) == 0
    message.refresh_from_db()
    assert (message.kind, message.text) == (held_answers.WAITING, promised.text)
    assert held_answers.expires_at(message) is None
    # A sweep that has read the state before.
    assert not held_answers._expire(seen_before)
    assert held_answers.approve(promised, "It is Italian.")


def test_only_a_decision_on_the_newest_state_counts(message: Message) -> None:
    seen_before = Message.objects.get(pk=message.pk)
    assert held_answers.decline(message)
    assert not held_answers.approve(seen_before, "Ballo is Italian.")
    promised = Message.objects.get(pk=message.pk)
    assert not held_answers.decline(promised)
    assert held_answers.approve(promised, "It is Italian; the cook says so.")
    promised.refresh_from_db()
    assert (promised.kind, promised.held) == ("answer", None)


@pytest.mark.parametrize("text", ["", "  \n"])
def test_nothing_is_not_sent_as_the_original(message: Message, text: str) -> None:
    with pytest.raises(held_answers.EmptyAnswer):
        held_answers.approve(message, text)
    message.refresh_from_db()
    assert message.kind == held_answers.WAITING


def test_a_notice_waits_and_a_question_back_does_not(mohegan: Property) -> None:
    resort = graph_context.resort(mohegan)
    unknown = Answer("I find nothing about that.", kind="notice")
    which = Answer("Which one?", kind="notice", followups=("Ballo", "Zest"))
    held = held_answers.hold(unknown, "property_qa", resort, "en")
    assert (held.kind, held.held) == (held_answers.WAITING, unknown)
    assert held_answers.hold(which, "property_qa", resort, "en") == which


def test_the_slower_of_two_hears_that_a_notice_was_sent(message: Message) -> None:
    held = {"text": "I find nothing about that.", "kind": "notice"}
    Message.objects.update(held=held)
    message.refresh_from_db()
    assert held_answers.approve(message, held["text"])
    message.refresh_from_db()
    assert message.kind == "notice"
    assert "has already sent" in answer_decisions.earlier_decision(message)
