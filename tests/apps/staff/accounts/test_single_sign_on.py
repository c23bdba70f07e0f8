"""Nora signs in at the identity provider of her resort; Mallory forges."""

from __future__ import annotations

import time
from typing import Any

import pytest
from allauth.mfa.totp.internal import auth
from axes.models import AccessAttempt, AccessLog
from cryptography.hazmat.primitives.asymmetric import rsa
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client
from pytest_django import Settings

from tests import factories
from tests.apps.staff.accounts.conftest import CALLBACK, EMAIL, START
from tests.fakes.identity_provider import Provider

LOGIN = "/admin/account/login/"
STRANGERS_KEY = rsa.generate_private_key(public_exponent=65537, key_size=2048)


def sign_in(provider: Provider, client: Client, start: str = START) -> HttpResponse:
    sent = client.get(start)
    assert sent.status_code == 302, sent.content.decode()
    answer: HttpResponse = client.get(provider.sign_in(sent["Location"]))  # type: ignore[assignment]
    return answer


def is_inside(client: Client) -> bool:
    return client.get("/admin/gaps/").status_code == 200


def test_it_lets_invited_staff_in_where_they_wanted_to_go(provider: Provider) -> None:
    client = Client()
    page = client.get(f"{LOGIN}?next=/admin/gaps/").content.decode()
    assert "Sign in with Resort ID" in page
    link = f"{START}?next=%2Fadmin%2Fgaps%2F"
    assert f'href="{link}"' in page
    assert sign_in(provider, client, link)["Location"] == "/admin/gaps/"
    assert is_inside(client)
    assert AccessLog.objects.get().username == "nora"


def test_it_does_not_send_staff_to_other_sites(provider: Provider) -> None:
    answer = sign_in(provider, Client(), f"{START}?next=https://evil.example/")
    assert answer["Location"] == "/admin/"


def test_it_is_off_without_the_settings(nora: User) -> None:
    client = Client()
    assert START not in client.get(LOGIN).content.decode()
    assert client.get(START).status_code == 404
    assert client.get(f"{CALLBACK}?code=a&state=b").status_code == 404


def test_it_takes_the_address_from_the_user_info(provider: Provider) -> None:
    provider.claims = {}
    provider.person = {"sub": "person-1", "email": EMAIL, "email_verified": True}
    client = Client()
    sign_in(provider, client)
    assert is_inside(client)


NOW = int(time.time())
UNTRUSTED = "cannot be trusted"


@pytest.mark.parametrize(
    ("claims", "words"),
    [
        ({"nonce": "of another sign-in"}, UNTRUSTED),
        ({"nonce": None}, UNTRUSTED),
        ({"aud": "another site"}, UNTRUSTED),
        ({"aud": ["concierge", "another site"], "azp": "another site"}, UNTRUSTED),
        ({"iss": "https://evil.example"}, UNTRUSTED),
        ({"iat": NOW - 900, "exp": NOW - 600}, UNTRUSTED),
        ({"exp": None}, UNTRUSTED),
        (
            {"email_verified": False},
            "does not say that your e-mail address is verified",
        ),
        ({"email_verified": "true"}, "does not say that your e-mail address"),
        ({"email_verified": None}, "does not say that your e-mail address"),
        ({"email": "eve@resort.example"}, "No account has your e-mail address"),
        ({"email": "nora@resort.examplé"}, "No account has your e-mail address"),
        ({"email": ["nora@resort.example"]}, "does not say that your e-mail address"),
    ],
)
def test_it_refuses_what_a_token_says(
    provider: Provider, claims: dict[str, Any], words: str
) -> None:
    provider.claims |= claims
    client = Client()
    answer = sign_in(provider, client)
    assert answer.status_code in {403, 502}
    assert words in answer.content.decode()
    assert not is_inside(client)
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    ("key", "algorithm"),
    [
        (STRANGERS_KEY, "RS256"),
        (None, "none"),
        ("a key of thirty-two bytes and more", "HS256"),
    ],
)
def test_it_refuses_tokens_that_the_provider_has_not_signed(
    provider: Provider, key: Any, algorithm: str
) -> None:
    provider.key, provider.algorithm = key, algorithm
    client = Client()
    assert UNTRUSTED in sign_in(provider, client).content.decode()
    assert not is_inside(client)


def test_it_refuses_user_info_of_somebody_else(provider: Provider) -> None:
    provider.claims = {}
    provider.person = {"sub": "person-2", "email": EMAIL, "email_verified": True}
    assert UNTRUSTED in sign_in(provider, Client()).content.decode()


def test_it_refuses_a_state_of_another_browser_or_a_used_one(
    provider: Provider,
) -> None:
    nora, mallory = Client(), Client()
    back = provider.sign_in(nora.get(START)["Location"])
    mallory.get(START)
    stolen = mallory.get(back)
    assert stolen.status_code == 403
    assert "was not started here" in stolen.content.decode()
    assert not is_inside(mallory)
    nora.get(back)
    assert is_inside(nora)
    nora.logout()
    assert nora.get(back).status_code == 403
    assert not is_inside(nora)


@pytest.mark.parametrize("change", [{"is_active": False}, {"is_staff": False}])
def test_it_refuses_accounts_that_are_switched_off(
    provider: Provider, nora: User, change: dict[str, bool]
) -> None:
    User.objects.update(**change)
    client = Client()
    assert sign_in(provider, client).status_code == 403
    assert not is_inside(client)


def test_it_refuses_an_address_of_two_accounts(provider: Provider) -> None:
    factories.StaffFactory.create(username="sam", email=EMAIL.upper())
    answer = sign_in(provider, Client())
    assert "Several accounts" in answer.content.decode()


def test_it_takes_no_letter_for_another(provider: Provider, nora: User) -> None:
    """PostgreSQL's upper case of an i without a dot is that of i."""
    User.objects.update(email="mike@resort.example")
    provider.claims["email"] = "m\N{LATIN SMALL LETTER DOTLESS I}ke@resort.example"
    assert "No account" in sign_in(provider, Client()).content.decode()


@pytest.mark.parametrize(
    "path", ["/.well-known/openid-configuration", "/token", "/keys"]
)
def test_it_says_that_the_provider_fails(provider: Provider, path: str) -> None:
    client = Client()
    sent = client.get(START)
    provider.failures = {path}
    answer = client.get(provider.sign_in(sent["Location"]))
    assert answer.status_code == 502
    assert "Resort ID does not work at the moment" in answer.content.decode()
    assert not is_inside(client)


def test_it_says_that_the_provider_cannot_be_reached(
    provider: Provider, settings: Settings
) -> None:
    settings.STAFF_SSO_ISSUER = "http://127.0.0.1:9"
    answer = Client().get(START)
    assert answer.status_code == 502
    assert "does not work" in answer.content.decode()


def test_it_says_that_somebody_cancelled(provider: Provider) -> None:
    provider.error = "access_denied"
    answer = sign_in(provider, Client())
    assert "You cancelled" in answer.content.decode()


def test_it_asks_for_the_second_factor_as_after_a_password(
    provider: Provider, nora: User, settings: Settings
) -> None:
    auth.TOTP.activate(nora, auth.generate_totp_secret())
    client = Client()
    assert "two-factor/authenticate" in sign_in(provider, client)["Location"]
    assert not is_inside(client)
    settings.STAFF_SSO_SECOND_FACTOR = True
    client = Client()
    sign_in(provider, client)
    assert is_inside(client)


def test_it_leaves_the_second_factor_to_the_provider_only_if_told(
    provider: Provider, settings: Settings
) -> None:
    settings.REQUIRE_TWO_FACTOR = True
    client = Client()
    sign_in(provider, client)
    assert not is_inside(client)
    settings.STAFF_SSO_SECOND_FACTOR = True
    assert is_inside(client)


def test_it_asks_after_a_password_though_the_provider_has_a_factor(
    provider: Provider, nora: User, settings: Settings
) -> None:
    settings.REQUIRE_TWO_FACTOR = settings.STAFF_SSO_SECOND_FACTOR = True
    nora.set_password("four plain words together")
    nora.save()
    client = Client()
    form = {"login": "nora", "password": "four plain words together"}
    client.post(LOGIN, form)
    assert not is_inside(client)


def test_it_locks_an_address_after_five_refusals(provider: Provider) -> None:
    User.objects.update(is_active=False)
    for _ in range(5):
        answer = sign_in(provider, Client())
    assert answer.status_code == 429
    User.objects.update(is_active=True)
    client = Client()
    assert sign_in(provider, client).status_code == 429
    assert not is_inside(client)
    attempt = AccessAttempt.objects.get()
    assert attempt.username == f"{EMAIL}, single sign-on"
    assert "state=*" in attempt.get_data
    AccessAttempt.objects.all().delete()
    sign_in(provider, client)
    assert is_inside(client)
