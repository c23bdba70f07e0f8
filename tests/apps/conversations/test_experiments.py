"""Each guest has one arm of an experiment, from the beginning of the first turn."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import replace
from datetime import timedelta
from uuid import UUID, uuid4

import pytest
from django.utils import timezone

from apps.concierge import prompts
from apps.conversations.models import Conversation, Turn
from apps.conversations.turns import store
from apps.conversations.turns.active_turn import Answer, TurnRequest
from apps.conversations.turns.runner import TurnRunner
from apps.guests.models import Guest
from apps.infrastructure import database_threads
from apps.properties.models import ExperimentArm, Property
from tests import factories

DRESS = "What is the dress code at Ballo?"


def question(place: Property, thread_id: UUID | None = None) -> TurnRequest:
    return TurnRequest(place.pk, thread_id or uuid4(), uuid4(), DRESS, "en")


def arm_of(request: TurnRequest, **status: str) -> str:
    """The name of the arm that a turn begins with; its answer is stored as well."""
    begun = store.begin(request, may_run=True)
    arm = Turn.objects.select_related("arm").get(pk=begun.id).arm
    store.finish(begun.id, 1, Turn.Status.DONE, Answer("Smart casual."))
    return arm.name if arm else ""


@pytest.mark.parametrize("many", [1500, pytest.param(5000, marks=pytest.mark.nightly)])
def test_weights_divide_the_guests(mohegan: Property, many: int) -> None:
    factories.run_experiment(mohegan, (80, 20))
    for _ in range(many):
        store.begin(question(mohegan), may_run=False)
    counts = Counter(Turn.objects.values_list("arm__name", flat=True))
    assert set(counts) == {"As it is", "B"}
    # Four standard deviations.
    assert abs(counts["B"] - many * 0.2) < 4 * (many * 0.2 * 0.8) ** 0.5


def test_three_arms_have_the_weights_in_their_order(mohegan: Property) -> None:
    factories.run_experiment(mohegan, (1, 98, 1))
    arms = Counter(arm_of(question(mohegan)) for _ in range(200))
    assert arms["B"] > 180


def test_a_thread_keeps_its_arm(mohegan: Property) -> None:
    factories.run_experiment(mohegan)
    requests = [question(mohegan) for _ in range(20)]
    arms = [arm_of(request) for request in requests]
    again = [arm_of(replace(request, client_id=uuid4())) for request in requests]
    assert arms == again
    assert len(set(arms)) == 2


def test_a_guest_keeps_the_arm_in_other_threads(mohegan: Property) -> None:
    factories.run_experiment(mohegan)
    arms, later_arms = [], []
    for _ in range(20):
        first, second = question(mohegan), question(mohegan)
        arms.append(arm_of(first))
        # What the guest tells makes the thread a known guest's, who comes back.
        guest = Guest.objects.create(property=mohegan)
        Conversation.objects.filter(pk=first.thread_id).update(guest=guest)
        Conversation.objects.create(id=second.thread_id, property=mohegan, guest=guest)
        later_arms.append((arm_of(replace(first, client_id=uuid4())), arm_of(second)))
    assert later_arms == [(arm, arm) for arm in arms]
    assert len(set(arms)) == 2


def test_another_experiment_divides_anew(mohegan: Property) -> None:
    experiment = factories.run_experiment(mohegan)
    requests = [question(mohegan) for _ in range(40)]
    arms = [arm_of(request) for request in requests]
    experiment.end()
    factories.run_experiment(mohegan, name="Voices again")
    assert arms != [arm_of(replace(row, client_id=uuid4())) for row in requests]


def test_nobody_has_an_arm_of_what_does_not_run(
    mohegan: Property, foxwoods: Property
) -> None:
    experiment = factories.run_experiment(mohegan)
    assert arm_of(question(foxwoods)) == ""
    trial = Conversation.objects.create(property=mohegan, is_from_guest=False)
    assert arm_of(question(mohegan, trial.pk)) == ""
    experiment.end()
    assert arm_of(question(mohegan)) == ""


@pytest.mark.usefixtures("without_key", "closed_connections")
async def test_the_arm_changes_the_answer(resort: Property, turns: TurnRunner) -> None:
    experiment = await database_threads.run(factories.run_experiment, resort)
    for _ in range(12):
        await turns.take(question(resort))
        await turns.settled()
    rows = Turn.objects.filter(arm__experiment=experiment)
    pairs = rows.values_list("arm__name", "specialist")
    assert set(await database_threads.run(list, pairs)) == {
        ("As it is", "dining"),
        ("B", "host"),
    }


@pytest.mark.usefixtures("gemini", "closed_connections")
async def test_an_arm_speaks_by_another_version_of_the_prompt(
    resort: Property, turns: TurnRunner
) -> None:
    experiment = await database_threads.run(factories.run_experiment, resort)
    arms = ExperimentArm.objects.filter(experiment=experiment, name="B")
    await database_threads.run(arms.update, changes={"brief_answers": True})
    for _ in range(12):
        await turns.take(question(resort))
        await turns.settled()
    rows = Turn.objects.filter(arm__experiment=experiment)
    pairs = rows.values_list("arm__name", "prompt_hash")
    assert set(await database_threads.run(list, pairs)) == {
        ("As it is", hash_of("")),
        ("B", hash_of("brief")),
    }


def hash_of(version: str) -> str:
    text = prompts.source("concierge", version)
    return hashlib.sha256(text.encode()).hexdigest()


@pytest.mark.usefixtures("without_key", "closed_connections")
async def test_an_adopted_turn_keeps_its_arm(
    resort: Property, turns: TurnRunner
) -> None:
    turn_id = await database_threads.run(left_behind, resort)
    assert await turns.adopt(turn_id)
    await turns.settled()
    turn = await database_threads.run(Turn.objects.get, pk=turn_id)
    assert (turn.status, turn.specialist) == (Turn.Status.DONE, "host")


def left_behind(place: Property) -> UUID:
    """A turn of arm B whose process has died; the experiment has ended since."""
    experiment = factories.run_experiment(place)
    begun = store.begin(question(place), may_run=True)
    arm = ExperimentArm.objects.get(name="B")
    expired = timezone.now() - timedelta(minutes=1)
    Turn.objects.filter(pk=begun.id).update(arm=arm, lease_until=expired)
    experiment.end()
    return begun.id
