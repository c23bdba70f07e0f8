"""Sam changes a helpline; guests see it when Nora, a second person, approves it."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client

from apps.properties.models import Helpline, HelplineChange, Property, RecordChange
from tests import factories
from tests.admin_form import Form, press_action

LIST = "/admin/properties/helplinechange/"
NEW = "1-888-789-7777"


@pytest.fixture
def line(db: None) -> Helpline:
    return factories.HelplineFactory.create(phone="988")


@pytest.fixture
def noras_account(db: None) -> User:
    account: User = factories.StaffFactory.create(username="nora")
    account.groups.add(Group.objects.get(name="admin"))
    return account


@pytest.fixture
def nora(noras_account: User) -> Client:
    client = Client()
    client.force_login(noras_account)
    return client


def edit(client: Client, line: Helpline, **values: str) -> Form:
    address = f"/admin/properties/jurisdiction/{line.jurisdiction_id}/change/"
    form = Form(client, address).fill(**values)
    return form.send()


def propose(sam: Client, line: Helpline) -> HelplineChange:
    assert edit(sam, line, helplines__0__phone=NEW).is_saved
    return HelplineChange.objects.get()


def phone(line: Helpline) -> str:
    return Helpline.objects.get(pk=line.pk).phone


def test_a_new_number_waits_for_a_second_person(
    sam: Client, nora: Client, noras_account: User, line: Helpline
) -> None:
    form = edit(sam, line, helplines__0__phone=NEW)
    assert "when a colleague approves it" in form.text
    assert phone(line) == "988"
    change = HelplineChange.objects.get()
    assert f"<del>988</del> <ins>{NEW}</ins>" in nora.get(LIST).content.decode()
    press_action(nora, LIST, "approve", change.pk)
    assert phone(line) == NEW
    recorded = RecordChange.objects.get(kind="helpline", action="changed")
    assert recorded.by == noras_account


def test_nobody_approves_the_own_change(
    sam: Client, nora: Client, line: Helpline
) -> None:
    change = propose(sam, line)
    for action in ("approve", "refuse"):
        press_action(sam, LIST, action, change.pk)
    change.refresh_from_db()
    assert change.state == HelplineChange.State.WAITING
    assert phone(line) == "988"


def test_a_refused_change_never_takes_effect(
    sam: Client, nora: Client, line: Helpline
) -> None:
    change = propose(sam, line)
    press_action(nora, LIST, "refuse", change.pk)
    press_action(nora, LIST, "approve", change.pk)
    assert phone(line) == "988"


def test_it_adds_and_deletes_with_two_people_too(
    sam: Client, nora: Client, line: Helpline
) -> None:
    address = f"/admin/properties/jurisdiction/{line.jurisdiction_id}/change/"
    form = Form(sam, address).fill(helplines__0__DELETE="on")
    added = {"purpose": "crisis", "name": "Lifeline", "source": "988lifeline.org"}
    form.add_row("helplines", phone="988", position="0", **added)
    assert form.send().is_saved
    assert Helpline.objects.get() == line
    keys = HelplineChange.objects.values_list("pk", flat=True)
    press_action(nora, LIST, "approve", *keys)
    assert Helpline.objects.get().name == "Lifeline"


def test_it_keeps_what_has_changed_since_the_proposal(
    sam: Client, nora: Client, line: Helpline
) -> None:
    change = propose(sam, line)
    Helpline.objects.filter(pk=line.pk).update(phone="911")
    press_action(nora, LIST, "approve", change.pk)
    assert phone(line) == "911"


def test_nobody_deletes_a_jurisdiction_with_its_helplines_alone(
    sam: Client, nora: Client, line: Helpline
) -> None:
    listed = "/admin/properties/jurisdiction/"
    address = f"{listed}{line.jurisdiction_id}/delete/"
    assert sam.post(address, {"post": "yes"}).status_code == 403
    press = {"action": "delete_selected", "_selected_action": [line.jurisdiction_id]}
    assert sam.post(listed, {**press, "post": "yes"}).status_code == 403
    assert phone(line) == "988"


def test_staff_of_one_property_are_no_second_person(
    sam: Client, nora: Client, noras_account: User, mohegan: Property, line: Helpline
) -> None:
    change = propose(sam, line)
    factories.assign(noras_account, mohegan)
    assert nora.get(LIST).status_code == 403
    press_action(nora, LIST, "approve", change.pk)
    assert phone(line) == "988"


def test_it_takes_effect_at_once_where_nobody_else_could_approve(
    sam: Client, noras_account: User, mohegan: Property, line: Helpline
) -> None:
    factories.assign(noras_account, mohegan)
    assert edit(sam, line, helplines__0__phone=NEW).is_saved
    assert phone(line) == NEW
