"""Staff who look at accounts learn no secret and verify no address."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal import auth
from django.contrib.auth.models import User
from django.test import Client

from tests.admin_form import press_action


def test_it_shows_no_secret_of_a_second_factor(
    viewer: Client, admin_user: User
) -> None:
    secret = auth.generate_totp_secret()
    auth.TOTP.activate(admin_user, secret)
    row = Authenticator.objects.get()
    address = "/admin/mfa/authenticator/"
    assert viewer.get(address).status_code == 200
    page = viewer.get(f"{address}{row.pk}/change/")
    assert page.status_code == 200
    assert secret not in page.content.decode()


def test_it_verifies_no_address_of_mail(viewer: Client, admin_user: User) -> None:
    row = EmailAddress.objects.create(user=admin_user, email="a@example.com")
    press_action(viewer, "/admin/account/emailaddress/", "make_verified", row.pk)
    row.refresh_from_db()
    assert not row.verified
