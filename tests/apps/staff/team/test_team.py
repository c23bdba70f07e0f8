"""Nora manages the staff of Mohegan Sun; nobody gains more than their manager has."""

from __future__ import annotations

import re
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal import auth
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group, Permission, User
from django.http import HttpResponse
from django.test import Client

from apps.properties import access
from apps.properties.models import Property, StaffAccess
from tests import factories

TEAM = "/admin/team/"
INVITE = f"{TEAM}invite/"
PASSWORD = "four plain words together"  # noqa: S105 - of nobody
LINK = re.compile(r"data-link>([^<]+)<")


@pytest.fixture
def nora(mohegan: Property) -> Client:
    """With the role `admin` at Mohegan Sun alone."""
    return client_of(member("nora", "admin", mohegan))


def client_of(account: User) -> Client:
    client = Client()
    client.force_login(account)
    return client


def member(username: str, role: str, *places: Property) -> User:
    account: User = factories.StaffFactory.create(username=username)
    account.groups.add(Group.objects.get(name=role))
    factories.assign(account, *places)
    return account


def invitation(*places: Property, **values: str) -> dict[str, Any]:
    keys = [place.pk for place in places]
    return {"username": "hal", "role": "host", "properties": keys, **values}


def link_on(page: Any) -> str:
    shown = LINK.search(page.content.decode())
    assert shown
    return shown[1]


def choose(link: str, client: Client, password: str = PASSWORD) -> HttpResponse:
    """The page after the link and a password."""
    form = client.get(link, follow=True)
    address = form.redirect_chain[-1][0] if form.redirect_chain else link
    values = {"new_password1": password, "new_password2": password}
    answer: HttpResponse = client.post(address, values)  # type: ignore[assignment]
    return answer


def signs_in(username: str) -> bool:
    client = Client()
    form = {"login": username, "password": PASSWORD}
    client.post("/admin/account/login/", form)
    return client.get("/admin/").status_code == 200


def test_it_invites_by_a_link_that_sets_a_password_once(
    nora: Client, mohegan: Property
) -> None:
    link = link_on(nora.post(INVITE, invitation(mohegan)))
    assert not signs_in("hal")
    refused = choose(link, Client(), "wild-oceans").content.decode()
    assert "at least 12 characters" in refused
    assert choose(link, Client()).status_code == 302
    assert signs_in("hal")
    hal = User.objects.get(username="hal")
    assert [group.name for group in hal.groups.all()] == ["host"]
    assert list(access.properties(hal)) == [mohegan]
    assert not hal.is_superuser
    again = Client().get(link, follow=True).content.decode()
    assert "no longer works" in again


@pytest.mark.parametrize("is_active", [True, False])
def test_it_invites_nobody_with_the_address_of_another_account(
    nora: Client, mohegan: Property, *, is_active: bool
) -> None:
    """Single sign-on would find two accounts, and let neither in."""
    colleague = member("ida", "host", mohegan)
    colleague.email, colleague.is_active = "ida@example.com", is_active
    colleague.save()
    page = nora.post(INVITE, invitation(mohegan, email="Ida@Example.com"))
    assert "Another account has this address." in page.content.decode()
    assert not User.objects.filter(username="hal").exists()
    link_on(nora.post(INVITE, invitation(mohegan, email="hal@example.com")))
    link_on(nora.post(INVITE, invitation(mohegan, username="jo")))
    link_on(nora.post(INVITE, invitation(mohegan, username="kim")))


def test_it_shows_role_and_last_sign_in_of_the_own_staff_only(
    nora: Client, mohegan: Property, foxwoods: Property
) -> None:
    client_of(member("hal", "host", mohegan))
    member("never", "content", mohegan)
    member("fay", "host", foxwoods)
    page = nora.get(TEAM).content.decode()
    assert "fay" not in page
    rows = dict(re.findall(r'data-member="(\w+)">(.*?)</tr>', page, re.DOTALL))
    assert "Host" in rows["hal"]
    assert "Never" not in rows["hal"]
    assert "Never" in rows["never"]


def test_it_says_that_operations_needs_all_properties(
    nora: Client, admin_client: Client, mohegan: Property
) -> None:
    olga = member("olga", "ops", mohegan)
    for address in (TEAM, INVITE, f"{TEAM}{olga.pk}/"):
        page = nora.get(address).content.decode()
        assert "only with access to all properties, which a superuser gives" in page
    assert "data-lacks-all" in nora.get(TEAM).content.decode()
    StaffAccess.objects.filter(user=olga).update(all_properties=True)
    page = admin_client.get(TEAM).content.decode()
    assert "All properties</td>" in page
    assert "data-lacks-all" not in page


def test_its_forms_offer_roles_in_words_and_no_permissions(
    nora: Client, mohegan: Property, foxwoods: Property
) -> None:
    hal = member("hal", "host", mohegan)
    for address in (INVITE, f"{TEAM}{hal.pk}/"):
        page = nora.get(address).content.decode()
        assert "Host: helps guests" in page
        assert "user_permissions" not in page
        assert "Foxwoods" not in page


def test_it_changes_a_role_and_signs_out_who_leaves(
    nora: Client, mohegan: Property
) -> None:
    hal = member("hal", "host", mohegan)
    at_work = client_of(hal)
    form = invitation(mohegan, role="content", is_active="on")
    assert nora.post(f"{TEAM}{hal.pk}/", form).status_code == 302
    assert [group.name for group in hal.groups.all()] == ["content"]
    assert at_work.get("/admin/").status_code == 200
    form.pop("is_active")
    nora.post(f"{TEAM}{hal.pk}/", form)
    assert at_work.get("/admin/").status_code == 302


def test_it_resets_a_password_and_ends_its_sessions(
    nora: Client, mohegan: Property
) -> None:
    hal = member("hal", "host", mohegan)
    hal.set_password(PASSWORD)
    hal.save()
    at_work = client_of(hal)
    asks = nora.get(f"{TEAM}{hal.pk}/password/").content.decode()
    assert "Yes, reset the password" in asks
    assert at_work.get("/admin/").status_code == 200
    link = link_on(nora.post(f"{TEAM}{hal.pk}/password/"))
    assert at_work.get("/admin/").status_code == 302
    assert not signs_in("hal")
    choose(link, Client())
    assert signs_in("hal")


def test_it_resets_a_second_factor(nora: Client, mohegan: Property) -> None:
    hal = member("hal", "host", mohegan)
    auth.TOTP.activate(hal, auth.generate_totp_secret())
    assert "set up" in nora.get(f"{TEAM}{hal.pk}/").content.decode()
    asks = nora.get(f"{TEAM}{hal.pk}/second-factor/").content.decode()
    assert "Yes, reset the second factor" in asks
    assert Authenticator.objects.filter(user=hal).exists()
    nora.post(f"{TEAM}{hal.pk}/second-factor/")
    assert not Authenticator.objects.filter(user=hal).exists()
    entry = LogEntry.objects.get(object_id=str(hal.pk))
    assert (entry.user.get_username(), entry.change_message) == (
        "nora",
        "Second factor reset.",
    )


def with_permission(account: User) -> None:
    account.user_permissions.add(Permission.objects.get(codename="change_user"))


def with_group(account: User) -> None:
    account.groups.add(Group.objects.create(name="auditors"))


def with_all_properties(account: User) -> None:
    StaffAccess.objects.update_or_create(
        user=account, defaults={"all_properties": True}
    )


def as_superuser(account: User) -> None:
    User.objects.filter(pk=account.pk).update(is_superuser=True)


@pytest.mark.parametrize(
    "widen", [with_permission, with_group, with_all_properties, as_superuser]
)
def test_it_keeps_off_colleagues_with_more_rights(
    nora: Client, mohegan: Property, widen: Any
) -> None:
    boss = member("boss", "host", mohegan)
    widen(boss)
    assert refusals(nora, boss, mohegan) == {403}


def test_a_manager_of_all_properties_cannot_be_two_people(
    nora: Client, mohegan: Property
) -> None:
    with_all_properties(User.objects.get(username="nora"))
    second = member("second", "admin", mohegan)
    with_all_properties(second)
    assert refusals(nora, second, mohegan) == {403}
    hal = member("hal", "host", mohegan)
    assert nora.post(f"{TEAM}{hal.pk}/password/").status_code == 200


def test_it_keeps_off_colleagues_who_also_work_elsewhere(
    nora: Client, mohegan: Property, foxwoods: Property
) -> None:
    both = member("both", "host", mohegan, foxwoods)
    assert refusals(nora, both, mohegan) == {403}
    fay = member("fay", "host", foxwoods)
    assert refusals(nora, fay, mohegan) == {404}


def refusals(client: Client, account: User, place: Property) -> set[int]:
    """Status codes of every act on the account, which stays as it was."""
    before = User.objects.values().get(pk=account.pk)
    pages = [f"{TEAM}{account.pk}/{act}" for act in ("", "password/", "second-factor/")]
    codes = {client.post(page, invitation(place)).status_code for page in pages}
    assert User.objects.values().get(pk=account.pk) == before
    return codes


def test_it_invites_to_no_foreign_property(
    nora: Client, mohegan: Property, foxwoods: Property
) -> None:
    page = nora.post(INVITE, invitation(foxwoods)).content.decode()
    assert "Select a valid choice" in page
    page = nora.post(INVITE, invitation(mohegan, role="superuser")).content.decode()
    assert "Select a valid choice" in page
    assert not User.objects.filter(username="hal").exists()


def test_it_takes_no_user_name_that_another_differs_from_in_capitals(
    nora: Client, mohegan: Property
) -> None:
    page = nora.post(INVITE, invitation(mohegan, username="NORA")).content.decode()
    assert "This user name is taken." in page


def test_nobody_changes_the_own_account(nora: Client, mohegan: Property) -> None:
    assert refusals(nora, User.objects.get(username="nora"), mohegan) == {403}


@pytest.mark.parametrize("role", ["content", "host", "ops"])
def test_it_is_closed_to_the_other_roles(mohegan: Property, role: str) -> None:
    client = client_of(member("hal", role, mohegan))
    assert client.get(TEAM).status_code == 403
    assert client.post(INVITE, invitation(mohegan)).status_code == 403
    assert "/admin/team/" not in client.get("/admin/").content.decode()
