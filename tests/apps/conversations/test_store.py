"""One running turn a conversation, whatever dies; one turn a question."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta
from uuid import UUID, uuid4

import pytest
from django.db.models import F
from django.utils import timezone

from apps.conversations.models import Conversation, Message, Turn
from apps.conversations.turns import store
from apps.conversations.turns.active_turn import (
    Answer,
    ConciergePaused,
    ForeignThread,
    TooManyUnanswered,
    TurnRequest,
)
from apps.properties.models import Property

Status = Turn.Status


@pytest.fixture
def ask(mohegan: Property) -> TurnRequest:
    return TurnRequest(mohegan.pk, uuid4(), uuid4(), "Is parking free?", "en")


def begin(ask: TurnRequest) -> Turn:
    """Another question of the same thread."""
    begun = store.begin(replace(ask, client_id=uuid4()), may_run=True)
    return Turn.objects.get(pk=begun.id)


def die(turn: Turn) -> None:
    """The process of this turn has given no sign of life for a minute."""
    minute = timedelta(minutes=1)
    Turn.objects.filter(pk=turn.pk).update(lease_until=timezone.now() - minute)


def status(turn: Turn) -> str:
    turn.refresh_from_db()
    return str(turn.status)


def test_it_stores_the_question_before_anything_runs(ask: TurnRequest) -> None:
    begun = store.begin(ask, may_run=False)
    turn = Turn.objects.get(pk=begun.id)
    assert (turn.status, turn.attempt) == (Status.QUEUED, 0)
    assert Message.objects.get(turn=turn).text == "Is parking free?"
    assert Conversation.objects.get(pk=ask.thread_id).property_id == ask.property_id


def test_it_runs_a_question_at_once_where_there_is_a_place(ask: TurnRequest) -> None:
    begun = store.begin(ask, may_run=True)
    assert (begun.is_ours, begun.attempt) == (True, 1)
    assert Turn.objects.get(pk=begun.id).status == Status.RUNNING


def test_it_takes_the_same_question_once(ask: TurnRequest) -> None:
    first, again = store.begin(ask, True), store.begin(ask, True)
    assert (first.id, again.is_ours) == (again.id, False)
    assert Message.objects.count() == 1


def test_it_answers_in_the_order_of_the_questions(ask: TurnRequest) -> None:
    first, second = begin(ask), begin(ask)
    assert [status(first), status(second)] == [Status.RUNNING, Status.QUEUED]
    assert store.claim(second.pk) is None
    store.finish(first.pk, 1, Status.DONE, Answer("Yes."))
    assert store.claim(second.pk) == 1


def test_it_takes_no_fourth_question_before_the_first_is_answered(
    ask: TurnRequest,
) -> None:
    for _ in range(3):
        begin(ask)
    with pytest.raises(TooManyUnanswered):
        begin(ask)
    assert Turn.objects.count() == 3


def test_it_rests_with_its_property(ask: TurnRequest, mohegan: Property) -> None:
    mohegan.bot_mode = Property.BotMode.PAUSED
    mohegan.save()
    with pytest.raises(ConciergePaused):
        store.begin(ask, may_run=True)
    assert not Message.objects.exists()


def test_it_lets_nobody_write_into_a_thread_of_another_property(
    ask: TurnRequest, foxwoods: Property
) -> None:
    begin(ask)
    with pytest.raises(ForeignThread):
        store.begin(replace(ask, property_id=foxwoods.pk, client_id=uuid4()), True)
    assert Turn.objects.count() == 1


def test_it_leaves_a_turn_to_a_process_that_lives(ask: TurnRequest) -> None:
    turn = begin(ask)
    assert store.adopt(turn.pk) == ""
    assert status(turn) == Status.RUNNING


def test_it_adopts_the_turn_of_a_dead_process(ask: TurnRequest) -> None:
    turn = begin(ask)
    die(turn)
    assert store.adopt(turn.pk) == Status.QUEUED
    assert store.adopt(turn.pk) == ""  # the second who comes is too late
    assert store.claim(turn.pk) == 2


def test_it_lets_only_the_newest_attempt_end_a_turn(ask: TurnRequest) -> None:
    turn = begin(ask)
    die(turn)
    store.adopt(turn.pk)
    store.claim(turn.pk)
    assert not store.finish(turn.pk, 1, Status.DONE, Answer("From the dead."))
    assert store.finish(turn.pk, 2, Status.DONE, Answer("Yes."))
    assert Message.objects.get(turn=turn, role="concierge").text == "Yes."


def test_it_keeps_the_first_end_of_a_turn(ask: TurnRequest) -> None:
    turn = begin(ask)
    assert store.finish(turn.pk, 1, Status.DONE, Answer("Yes."))
    assert not store.finish(turn.pk, 1, Status.STOPPED, Answer("Y"))
    assert status(turn) == Status.DONE


def test_it_does_not_adopt_what_the_guest_has_stopped(ask: TurnRequest) -> None:
    turn = begin(ask)
    assert store.request_stop(turn.pk, ask.thread_id)
    die(turn)
    assert store.adopt(turn.pk) == Status.STOPPED


def test_it_gives_up_after_so_many_attempts(ask: TurnRequest) -> None:
    turn = begin(ask)
    Turn.objects.filter(pk=turn.pk).update(attempt=F("attempt") + 100)
    die(turn)
    assert store.adopt(turn.pk) == Status.FAILED
    turn.refresh_from_db()
    assert turn.reference


def test_it_stops_no_turn_of_somebody_else(ask: TurnRequest) -> None:
    turn = begin(ask)
    assert not store.request_stop(turn.pk, uuid4())
    turn.refresh_from_db()
    assert not turn.stop_requested


def test_it_renews_the_leases_of_its_own_turns(ask: TurnRequest) -> None:
    mine, foreign = begin(ask), begin(replace(ask, thread_id=uuid4()))
    Turn.objects.filter(pk=foreign.pk).update(owner="another process")
    for turn in (mine, foreign):
        die(turn)
    assert [turn_id for turn_id, _ in store.renew()] == [mine.pk]
    assert lost() == [foreign.pk]


def test_it_hands_its_turns_over_at_once(ask: TurnRequest) -> None:
    turn = begin(ask)
    assert lost() == []
    assert store.release() == 1
    assert lost() == [turn.pk]


def test_it_runs_a_failed_question_again(ask: TurnRequest) -> None:
    first = store.begin(ask, may_run=True)
    store.finish(first.id, 1, Status.FAILED, None, reference="K7Q-42M")
    again = store.begin(ask, may_run=True)
    assert (again.id, again.is_ours) == (first.id, True)
    assert store.claim(first.id) == 2
    assert Message.objects.filter(turn=first.id).count() == 1


def test_it_gives_a_reference_that_can_be_read_out() -> None:
    assert re.fullmatch(r"[2-9A-Z]{3}-[2-9A-Z]{3}", Turn.new_reference())


def lost() -> list[UUID]:
    return store.expired(store.NO_GRACE, 10)
