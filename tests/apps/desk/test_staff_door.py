"""Sam comes in with password and telephone; Mallory guesses and is shut out."""

from __future__ import annotations

import re

import pytest
from allauth.mfa.totp.internal import auth
from axes.models import AccessAttempt
from django.contrib.auth.models import Group, User
from django.http import HttpResponse
from django.test import Client
from pytest_django import Settings

from tests import factories

LOGIN = "/admin/account/login/"
SETUP = "/admin/account/two-factor/totp/activate/"
PASSWORD = "four plain words together"  # noqa: S105 - of nobody


@pytest.fixture
def account(db: None) -> User:
    user: User = factories.StaffFactory.create(username="nora")
    user.set_password(PASSWORD)
    user.save()
    user.groups.add(Group.objects.get(name="admin"))
    return user


def give(client: Client, password: str) -> HttpResponse:
    form = {"login": "nora", "password": password, "next": "/admin/gaps/"}
    answer: HttpResponse = client.post(LOGIN, form)  # type: ignore[assignment]
    return answer


def test_staff_come_in_where_they_wanted_to_go(account: User) -> None:
    client = Client()
    sent = client.get("/admin/gaps/", follow=True)
    assert sent.redirect_chain[-1][0] == f"{LOGIN}?next=%2Fadmin%2Fgaps%2F"
    assert "Sign in" in sent.content.decode()
    answer = give(client, PASSWORD)
    assert answer["Location"] == "/admin/gaps/"
    assert client.get("/admin/gaps/").status_code == 200


def test_after_five_guesses_the_right_password_is_refused_too(account: User) -> None:
    mallory = Client()
    for _ in range(5):
        refused = give(mallory, "a guess")
    assert refused.status_code == 429
    assert "Locked for a while" in refused.content.decode()
    assert give(mallory, PASSWORD).status_code == 429
    AccessAttempt.objects.all().delete()
    assert give(mallory, PASSWORD).status_code == 302


def test_a_second_factor_is_set_up_before_the_desk_is_seen(
    account: User, settings: Settings
) -> None:
    settings.REQUIRE_TWO_FACTOR = True
    client = Client()
    give(client, PASSWORD)
    sent = client.get("/admin/gaps/", follow=True)
    assert sent.redirect_chain[-1][0] == SETUP
    page = client.get(SETUP).content.decode()
    secret = re.search(r'value="([A-Z2-7]{16,})"', page)
    assert secret
    client.post(SETUP, {"code": code(secret.group(1))})
    assert client.get("/admin/gaps/").status_code == 200
    asked = give(Client(), PASSWORD)
    assert "two-factor/authenticate" in asked["Location"]


def test_the_telephone_is_asked_for_at_every_login(account: User) -> None:
    secret = auth.generate_totp_secret()
    auth.TOTP.activate(account, secret)
    client = Client()
    address = give(client, PASSWORD)["Location"]
    assert client.get("/admin/gaps/").status_code == 302
    wrong = client.post(address, {"code": "000000"})
    assert wrong.status_code == 200
    client.post(address, {"code": code(secret)})
    assert client.get("/admin/gaps/").status_code == 200


def test_nobody_signs_up(alice: Client) -> None:
    assert alice.get("/admin/account/signup/").status_code in {302, 404}


def test_what_was_done_is_written_down_and_stays(account: User) -> None:
    client = Client()
    give(client, PASSWORD)
    assert "nora" in client.get("/admin/axes/accesslog/").content.decode()
    assert client.post("/admin/admin/logentry/1/delete/").status_code in {302, 403, 404}
    assert client.get("/admin/admin/logentry/").status_code == 200


def code(secret: str) -> str:
    now = next(iter(auth.yield_hotp_counters_from_time()))
    return str(auth.format_hotp_value(auth.hotp_value(secret, now)))
