"""Sam writes an experiment, begins it once and ends it with one click."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from apps.properties.models import Experiment, Property
from tests import factories
from tests.admin_form import Form

ADD = "/admin/properties/experiment/add/"
A = {"name": "As it is", "weight": 80}
B = {"name": "Host alone", "weight": 20, "feature_specialists": "off"}


def written(client: Client, place: Property, *arms: dict[str, Any]) -> Form:
    """The form of a new experiment with these arms, sent."""
    form = Form(client, ADD).fill(
        name="Voices", property=place.pk, sentence="Are specialists worth it?"
    )
    for arm in arms:
        form.add_row("arms", **{"id": "", **arm})
    return form.send()


def press(form: Form, button: str) -> Form:
    return form.fill(**{f"properties_experiment_{button}": "1"}).send()


def test_it_begins_once_and_ends_with_one_click(sam: Client, mohegan: Property) -> None:
    form = written(sam, mohegan, A, B)
    assert form.is_saved, form.text
    experiment = Experiment.objects.get()
    changes = list(experiment.arms.values_list("weight", "changes"))
    assert changes == [(80, {}), (20, {"specialists": False})]
    assert not experiment.is_running()
    effect = "80% of guests: as the property has it; 20%: Specialists off."
    assert effect in form.text
    assert effect in sam.get("/admin/properties/experiment/").content.decode()
    assert "The experiment runs." in press(form, "begin").text
    experiment.refresh_from_db()
    assert experiment.is_running()
    ended = press(Form(sam, form.address), "end")
    assert "The experiment has ended." in ended.text
    experiment.refresh_from_db()
    assert experiment.ended_at
    assert "End the experiment" not in ended.text
    assert "Save and begin" not in ended.text


@pytest.mark.parametrize(
    ("arms", "sentence"),
    [
        ([A], "An experiment needs at least two arms."),
        ([A, {**B, "weight": 30}], "The arms have 110 percent of the guests together"),
        ([A, {**B, "feature_specialists": ""}], "Two arms are the same"),
        ([A, {**B, "weight": 0}], "greater than or equal to 1"),
        ([A, {**B, "weight": -20}], "greater than or equal to"),
        ([A, {**B, "weight": "½"}], "Enter a whole number."),
        ([A, {**B, "name": "As it is"}], "duplicate"),
        ([A, {**B, "feature_specialists": "perhaps"}], "Select a valid choice."),
    ],
)
def test_it_refuses_arms_that_cannot_be_compared(
    sam: Client, mohegan: Property, arms: list[dict[str, Any]], sentence: str
) -> None:
    form = written(sam, mohegan, *arms)
    assert not form.is_saved
    assert sentence in form.text
    assert not Experiment.objects.exists()


def test_arms_of_a_running_experiment_cannot_be_edited(
    sam: Client, mohegan: Property
) -> None:
    form = written(sam, mohegan, A, B)
    draft = Form(sam, form.address)
    press(form, "begin")
    shown = Form(sam, form.address)
    assert "arms-0-weight" not in shown.values
    assert "Specialists off" in shown.text
    # A page that was open since before it began.
    draft.fill(arms__0__weight=50, arms__1__weight=50, name="Other").send()
    experiment = Experiment.objects.get()
    assert list(experiment.arms.values_list("weight", flat=True)) == [80, 20]
    assert experiment.name == "Voices"


def test_only_what_has_not_begun_can_be_deleted(sam: Client, mohegan: Property) -> None:
    running = factories.run_experiment(mohegan)
    draft = Experiment.objects.create(property=mohegan, name="Draft", sentence="Why?")
    for row, status in ((running, 403), (draft, 302)):
        address = f"/admin/properties/experiment/{row.pk}/delete/"
        assert sam.post(address, {"post": "yes"}).status_code == status
    assert list(Experiment.objects.all()) == [running]


def test_a_second_experiment_waits_for_the_end_of_the_first(
    sam: Client, mohegan: Property
) -> None:
    running = factories.run_experiment(mohegan, name="First")
    form = press(written(sam, mohegan, A, B), "begin")
    assert "“First” still runs at this property; end it." in form.text
    running.end()
    assert "The experiment runs." in press(form, "begin").text


def test_the_history_tells_in_words_what_each_arm_changes(
    sam: Client, mohegan: Property
) -> None:
    form = press(written(sam, mohegan, A, B), "begin")
    history = form.address.replace("/change/", "/history/")
    shown = sam.get(history, follow=True).content.decode()
    assert "Specialists off" in shown
    assert "Begun" in shown


def test_staff_of_one_property_write_no_experiment_for_another(
    sam: Client, sams_account: User, mohegan: Property, foxwoods: Property
) -> None:
    factories.assign(sams_account, mohegan)
    form = written(sam, foxwoods, A, B)
    assert "Select a valid choice" in form.text
    theirs = factories.run_experiment(foxwoods)
    address = f"/admin/properties/experiment/{theirs.pk}/change/"
    assert sam.post(address, {"properties_experiment_end": "1"}).status_code == 302
    theirs.refresh_from_db()
    assert theirs.is_running()
