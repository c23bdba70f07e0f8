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


@pytest.mark.parametrize("is_made_before", [True, False])
def test_nobody_makes_an_account_to_approve_the_own_change(
    sam: Client, nora: Client, line: Helpline, *, is_made_before: bool
) -> None:
    """One made before the proposal is known by the audit log, a later one by its age;
    an account that somebody else has made since says no, but not yes."""
    if is_made_before:
        olga, why = account_made_by(sam), "was made by somebody who wrote this change"
        change = propose(sam, line)
    else:
        change = propose(sam, line)
        olga, why = account_made_by(nora), "is newer than this change"
    press_action(olga, LIST, "approve", change.pk)
    assert phone(line) == "988"
    assert f"Your account {why}." in olga.get(LIST).content.decode()
    press_action(olga, LIST, "refuse", change.pk)
    change.refresh_from_db()
    assert change.state == HelplineChange.State.REFUSED


def account_made_by(maker: Client) -> Client:
    """Of a superuser, by one; an old date of joining is not taken."""
    User.objects.update(is_superuser=True)
    password = dict.fromkeys(("password1", "password2"), "wild-oceans-at-night")
    new = Form(maker, "/admin/auth/user/add/").fill(username="olga", **password)
    assert new.send().is_saved
    olga = User.objects.get(username="olga")
    form = Form(maker, f"/admin/auth/user/{olga.pk}/change/").fill(
        is_staff="on",
        is_superuser="on",
        date_joined_0="2020-01-01",
        date_joined_1="10:00",
    )
    for unchosen in ("groups", "user_permissions"):
        del form.values[unchosen]
    assert form.send().is_saved
    client = Client()
    client.force_login(olga)
    return client


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


def property_form(client: Client, place: Property, **values: str) -> Form:
    address = f"/admin/properties/property/{place.pk}/change/"
    return Form(client, address).fill(**values)


def number_in_danger(place: Property) -> str:
    place.refresh_from_db()
    return place.security_phone or place.phone


@pytest.mark.parametrize("before", ["", "1-888-555-0199"])
@pytest.mark.parametrize("field", ["security_phone", "phone"])
def test_nobody_changes_the_number_of_guests_in_danger_alone(
    sam: Client,
    sams_account: User,
    nora: Client,
    mohegan: Property,
    before: str,
    field: str,
) -> None:
    """Sam works for one property; the phone is its number where no other is given."""
    factories.assign(sams_account, mohegan)
    Property.objects.filter(pk=mohegan.pk).update(security_phone=before)
    number = number_in_danger(mohegan)
    form = property_form(sam, mohegan, about="By the river.", **{field: NEW})
    assert "A change waits until a colleague of all properties approves it" in form.text
    assert form.send().is_saved
    assert number_in_danger(mohegan) == number
    assert mohegan.about == "By the river."
    if before and field == "phone":
        assert mohegan.phone == NEW
        assert not HelplineChange.objects.exists()
        return
    assert "guests are given the new number when a colleague" in form.text
    assert f"{NEW} waits, proposed by sam." in form.text
    assert sam.get(LIST).status_code == 403
    change = HelplineChange.objects.get()
    press_action(sam, LIST, "approve", change.pk)
    assert number_in_danger(mohegan) == number
    assert f"<ins>{NEW}</ins>" in nora.get(LIST).content.decode()
    press_action(nora, LIST, "approve", change.pk)
    assert number_in_danger(mohegan) == NEW


def test_nobody_moves_a_property_to_other_helplines_alone(
    sam: Client, nora: Client, mohegan: Property
) -> None:
    in_jersey: Helpline = factories.HelplineFactory.create(
        phone=NEW, jurisdiction__code="us-nj", jurisdiction__name="New Jersey"
    )
    law = mohegan.jurisdiction_id
    form = property_form(
        sam, mohegan, jurisdiction=str(in_jersey.jurisdiction_id), about="Ours."
    )
    assert "a change waits until a colleague of all properties" in form.text
    assert form.send().is_saved
    assert "the new jurisdiction holds, with its helplines, when" in form.text
    assert "guests are given the new number" not in form.text
    assert (
        f"{in_jersey.jurisdiction} ({in_jersey}) waits, proposed by sam." in form.text
    )
    mohegan.refresh_from_db()
    assert (mohegan.jurisdiction_id, mohegan.about) == (law, "Ours.")
    change = HelplineChange.objects.get()
    press_action(sam, LIST, "approve", change.pk)
    mohegan.refresh_from_db()
    assert mohegan.jurisdiction_id == law
    assert f"({in_jersey})</ins>" in nora.get(LIST).content.decode()
    press_action(nora, LIST, "approve", change.pk)
    mohegan.refresh_from_db()
    assert mohegan.jurisdiction_id == in_jersey.jurisdiction_id
    press_action(nora, LIST, "refuse", change.pk)
    assert f"{mohegan}: nora has approved it (" in nora.get(LIST).content.decode()


def test_it_keeps_an_emergency_phone_that_has_changed_since(
    sam: Client, nora: Client, mohegan: Property
) -> None:
    assert property_form(sam, mohegan, security_phone=NEW).send().is_saved
    Property.objects.update(security_phone="1-888-226-7711")
    press_action(nora, LIST, "approve", HelplineChange.objects.get().pk)
    assert number_in_danger(mohegan) == "1-888-226-7711"


def test_who_empties_the_emergency_phone_shows_what_guests_get(
    sam: Client, nora: Client, mohegan: Property
) -> None:
    """And that phone must not change before the approval."""
    Property.objects.filter(pk=mohegan.pk).update(security_phone="1-888-555-0199")
    assert property_form(sam, mohegan, security_phone="").send().is_saved
    assert f"<ins>{mohegan.phone}</ins>" in nora.get(LIST).content.decode()
    assert property_form(sam, mohegan, phone=NEW).send().is_saved
    press_action(nora, LIST, "approve", HelplineChange.objects.get().pk)
    assert number_in_danger(mohegan) == "1-888-555-0199"


def test_who_works_alone_changes_the_emergency_phone_at_once(
    sam: Client, mohegan: Property
) -> None:
    form = property_form(sam, mohegan, security_phone=NEW)
    assert "approves it" not in form.text
    assert form.send().is_saved
    assert number_in_danger(mohegan) == NEW


@pytest.mark.parametrize("number", ["911", "988", "112"])
def test_it_refuses_an_emergency_service_as_the_phone(
    sam: Client, mohegan: Property, number: str
) -> None:
    form = property_form(sam, mohegan, phone=number)
    assert not form.send().is_saved
    assert f"{number} is no phone of a resort" in form.text
