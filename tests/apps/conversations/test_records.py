"""One running turn a conversation, whatever dies; one turn a question."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest

from apps.conversations import records
from apps.conversations.models import Conversation, Message, Turn
from apps.conversations.records import Answer
from apps.properties.models import Property

NOW = datetime(2026, 11, 20, 23, tzinfo=UTC)
LEASE = timedelta(minutes=1)


@pytest.fixture
def thread(mohegan: Property) -> Conversation:
    return Conversation.objects.create(property=mohegan)


def begin(thread: Conversation, lease: timedelta = LEASE) -> Turn:
    return records.begin(thread, uuid4(), "Is parking free?", "en", lease, NOW)[0]


def test_it_stores_the_question_before_anything_runs(thread: Conversation) -> None:
    turn = begin(thread)
    assert turn.status == Turn.Status.QUEUED
    assert Message.objects.get(turn=turn).text == "Is parking free?"


def test_it_takes_the_same_question_once(thread: Conversation) -> None:
    same = uuid4()
    first = records.begin(thread, same, "Is parking free?", "en", LEASE, NOW)
    again = records.begin(thread, same, "Is parking free?", "en", LEASE, NOW)
    assert (first[0].pk, first[1], again[1]) == (again[0].pk, True, False)


def test_it_runs_one_turn_at_a_time(thread: Conversation) -> None:
    first, second = begin(thread), begin(thread)
    assert records.claim(first.pk, "a", LEASE, NOW)
    assert not records.claim(second.pk, "b", LEASE, NOW)
    records.finish(first.pk, Turn.Status.DONE, Answer("Yes."))
    assert records.claim(second.pk, "b", LEASE, NOW)


def test_it_does_not_wait_for_a_dead_process(thread: Conversation) -> None:
    dead, waiting = begin(thread), begin(thread, 5 * LEASE)
    records.claim(dead.pk, "a", LEASE, NOW)
    assert records.claim(waiting.pk, "b", LEASE, NOW + 2 * LEASE)
    dead.refresh_from_db()
    assert dead.status == Turn.Status.FAILED


def test_it_gives_up_a_question_whose_process_died_before_it_ran(
    thread: Conversation,
) -> None:
    turn = begin(thread)
    records.expire(thread.pk, NOW + 2 * LEASE)
    assert records.unfinished(thread.pk) == 0
    later = NOW + 3 * LEASE
    _, to_run = records.begin(
        thread, turn.client_id, "Is parking free?", "en", LEASE, later
    )
    assert to_run


def test_it_keeps_the_first_end_of_a_turn(thread: Conversation) -> None:
    turn = begin(thread)
    stored = records.finish(turn.pk, Turn.Status.DONE, Answer("Yes."))
    again = records.finish(turn.pk, Turn.Status.STOPPED, Answer("Y"))
    turn.refresh_from_db()
    assert (again, turn.status) == (stored, Turn.Status.DONE)


def test_it_answers_in_the_order_of_the_questions(thread: Conversation) -> None:
    first, second = begin(thread), begin(thread)
    assert not records.claim(second.pk, "a", LEASE, NOW)
    assert records.claim(first.pk, "a", LEASE, NOW)


def test_it_runs_a_failed_question_again(thread: Conversation) -> None:
    turn = begin(thread)
    records.finish(turn.pk, Turn.Status.FAILED, None)
    _, to_run = records.begin(
        thread, turn.client_id, "Is parking free?", "en", LEASE, NOW
    )
    assert to_run
    assert Message.objects.filter(turn=turn).count() == 1


def test_it_gives_a_reference_that_can_be_read_out() -> None:
    assert re.fullmatch(r"[2-9A-Z]{3}-[2-9A-Z]{3}", records.reference())
