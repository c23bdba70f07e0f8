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
    assert "Too many attempts" in refused.content.decode()
    assert give(mallory, PASSWORD).status_code == 429
    AccessAttempt.objects.all().delete()
    assert give(mallory, PASSWORD).status_code == 302


def test_guesses_from_one_address_keep_nobody_else_out(
    account: User, settings: Settings
) -> None:
    """Behind the proxy all share the address of the connection."""
    settings.TRUSTED_PROXY_COUNT = 1
    settings.ACCOUNT_RATE_LIMITS = {"login": "2/m/ip", "login_failed": None}
    mallory = Client(headers={"X-Forwarded-For": "203.0.113.66"})
    refused = [give(mallory, "a guess") for _ in range(3)][-1]
    assert refused.status_code == 429
    assert "in a minute" in refused.content.decode()
    nora = Client(headers={"X-Forwarded-For": "198.51.100.7"})
    assert give(nora, PASSWORD).status_code == 302


def test_a_second_factor_is_set_up_before_the_staff_is_seen(
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
    response = give(Client(), PASSWORD)
    assert "two-factor/authenticate" in response["Location"]


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


def guess(client: Client, count: int, address: str = "192.0.2.1") -> HttpResponse:
    """Wrong codes behind the right password, each from a fresh login."""
    for _ in range(count):
        code_page = give(client, PASSWORD)["Location"]
        wrong = client.post(code_page, {"code": "000000"}, REMOTE_ADDR=address)
    return wrong  # type: ignore[return-value]


def test_it_locks_the_account_after_five_wrong_codes(account: User) -> None:
    secret = auth.generate_totp_secret()
    auth.TOTP.activate(account, secret)
    assert guess(Client(), 4).status_code == 200
    # A guesser who changes the address goes on where the other one was.
    refused = guess(Client(), 1, address="192.0.2.2")
    assert refused.status_code == 429
    assert "Too many attempts" in refused.content.decode()
    nora = Client()
    code_page = give(nora, PASSWORD)["Location"]
    assert nora.post(code_page, {"code": code(secret)}).status_code == 429
    assert nora.get("/admin/gaps/").status_code == 302
    AccessAttempt.objects.all().delete()
    assert nora.post(code_page, {"code": code(secret)}).status_code == 302
    assert nora.get("/admin/gaps/").status_code == 200


def test_it_locks_an_address_that_guesses_for_many_accounts(account: User) -> None:
    auth.TOTP.activate(account, auth.generate_totp_secret())
    for number in range(5):
        AccessAttempt.objects.create(
            username=f"staff{number}, second factor",
            ip_address="192.0.2.1",
            failures_since_start=4,
        )
    assert guess(Client(), 1, address="192.0.2.2").status_code == 200
    assert guess(Client(), 1, address="192.0.2.1").status_code == 429


def test_it_locks_the_code_that_is_asked_for_again(account: User) -> None:
    secret = auth.generate_totp_secret()
    auth.TOTP.activate(account, secret)
    client = Client()
    code_page = give(client, PASSWORD)["Location"]
    client.post(code_page, {"code": code(secret)})
    address = "/admin/account/two-factor/reauthenticate/"
    for _ in range(5):
        wrong = client.post(address, {"code": "000000"})
    assert wrong.status_code == 429


def test_it_does_not_lock_the_code_for_wrong_passwords(account: User) -> None:
    secret = auth.generate_totp_secret()
    auth.TOTP.activate(account, secret)
    mallory = Client(REMOTE_ADDR="192.0.2.9")
    for _ in range(5):
        give(mallory, "a guess")
    nora = Client()
    code_page = give(nora, PASSWORD)["Location"]
    assert nora.post(code_page, {"code": code(secret)}).status_code == 302


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
