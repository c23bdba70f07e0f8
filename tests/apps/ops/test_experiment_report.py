"""Olga reads what an experiment shows, in words, and only of her properties."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from apps.conversations.models import Conversation, Feedback, Message, Turn
from apps.guests.models import Guest
from apps.ops.experiments.report import UNEVEN
from apps.properties.models import Experiment, ExperimentArm, Property
from tests import factories

REPORT = "/admin/ops/experiments/"


@pytest.fixture
def experiment(mohegan: Property) -> Experiment:
    return factories.run_experiment(mohegan)


def arms(experiment: Experiment) -> list[ExperimentArm]:
    return list(experiment.arms.all())


def add_guests(arm: ExperimentArm, count: int, **values: Any) -> None:
    """So many guests, each with a thread and one answered question."""
    place = arm.experiment.property
    for _ in range(count):
        add_turn(Conversation.objects.create(property=place), arm, **values)


def add_turn(
    talk: Conversation,
    arm: ExperimentArm,
    *,
    rating: int = 0,
    is_gap: bool = False,
    text: str = "Smart casual.",
    cost_micros: int = 2000,
) -> None:
    turn = Turn.objects.create(
        conversation=talk,
        arm=arm,
        client_id=uuid.uuid4(),
        status="done",
        route="property_qa",
        cost_micros=cost_micros,
    )
    kind = "notice" if is_gap else "answer"
    Message.objects.create(
        conversation=talk, turn=turn, role="concierge", kind=kind, text=text
    )
    if rating:
        Feedback.objects.create(conversation=talk, turn=turn, rating=rating)


def text_of(client: Client) -> str:
    page = client.get(REPORT)
    assert page.status_code == 200
    return " ".join(page.content.decode().split())


def test_it_shows_the_figures_of_each_arm(sam: Client, experiment: Experiment) -> None:
    base, arm = arms(experiment)
    add_guests(base, 2, rating=5, text="a" * 40)
    add_guests(arm, 1, rating=1, text="a" * 10)
    add_guests(arm, 2, is_gap=True, text="a" * 30)
    shown = text_of(sam)
    assert "Voices" in shown
    assert "Specialists off" in shown
    assert "100.0% of 2 guests" in shown
    assert "0.0% of 1 guest<" in shown
    assert "66.7% of 3 guests" in shown
    assert "40 letters" in shown
    assert "30 letters" in shown
    assert "0.2¢" in shown
    assert "too few guests to say" in shown


def test_a_guest_with_many_threads_counts_once(
    sam: Client, experiment: Experiment
) -> None:
    base, arm = arms(experiment)
    guest = Guest.objects.create(property=experiment.property)
    for rating in (5, 1):
        talk = Conversation.objects.create(property=experiment.property, guest=guest)
        add_turn(talk, base, rating=rating)
    trial = Conversation.objects.create(
        property=experiment.property, is_from_guest=False
    )
    add_turn(trial, arm, rating=5)
    shown = text_of(sam)
    assert "50.0% of 1 guest<" in shown
    assert "100.0% of" not in shown


def test_it_says_that_there_is_no_difference_yet(
    sam: Client, experiment: Experiment
) -> None:
    for arm in arms(experiment):
        add_guests(arm, 30, is_gap=True)
        add_guests(arm, 30)
    assert "found nothing: no difference yet." in text_of(sam)


def test_it_says_which_arm_is_better_and_by_how_much(
    sam: Client, experiment: Experiment
) -> None:
    base, arm = arms(experiment)
    add_guests(base, 60, rating=1, is_gap=True)
    add_guests(arm, 60, rating=5)
    shown = text_of(sam)
    assert "Thumbs up: B is better: between 91 and 100 points." in shown
    assert "found nothing: B is better: between " in shown
    assert UNEVEN not in shown


def test_it_says_which_arm_writes_and_costs_less(
    sam: Client, experiment: Experiment
) -> None:
    base, arm = arms(experiment)
    add_guests(base, 60, text="a" * 400, cost_micros=4000)
    add_guests(arm, 60, text="a" * 100, cost_micros=500)
    shown = text_of(sam)
    assert "Length of answers: B is shorter on average: between " in shown
    assert "letters." in shown
    assert "Cost of questions: B is cheaper on average: between $" in shown
    add_guests(arm, 10, text="a" * 8000, cost_micros=60_000)
    shown = text_of(sam)
    assert "Length of answers: no difference yet." in shown
    assert "Cost of questions: no difference yet." in shown


def test_it_says_which_arm_is_worse(sam: Client, experiment: Experiment) -> None:
    base, arm = arms(experiment)
    add_guests(base, 60)
    add_guests(arm, 60, is_gap=True)
    assert "found nothing: B is worse: between " in text_of(sam)


def test_it_concludes_nothing_from_a_wrong_split(
    sam: Client, experiment: Experiment
) -> None:
    base, arm = arms(experiment)
    add_guests(base, 130, is_gap=True)
    add_guests(arm, 60)
    shown = text_of(sam)
    assert UNEVEN in shown
    assert "is better" not in shown


def test_foreign_staff_see_nothing(
    sam: Client, sams_account: User, experiment: Experiment, foxwoods: Property
) -> None:
    factories.assign(sams_account, foxwoods)
    assert "Voices" not in text_of(sam)
    sams_account.user_permissions.clear()
    assert sam.get(REPORT).status_code == 403
    assert Client().get(REPORT).status_code == 302


def test_more_experiments_ask_the_database_no_more_often(
    sam: Client, experiment: Experiment, foxwoods: Property
) -> None:
    def query_count() -> int:
        with CaptureQueriesContext(connection) as queries:
            text_of(sam)
        return len(queries)

    before = query_count()
    factories.run_experiment(foxwoods, (10, 20, 70))
    assert query_count() == before
