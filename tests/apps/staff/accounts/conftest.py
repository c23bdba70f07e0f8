"""Nora's account, and the identity provider of her resort."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import Group, User
from pytest_django import Settings

from tests import factories
from tests.fakes import identity_provider
from tests.fakes.identity_provider import Provider

START = "/admin/account/single-sign-on/"
CALLBACK = f"{START}callback/"
EMAIL = "nora@resort.example"


@pytest.fixture
def nora(db: None) -> User:
    """As a manager has invited her: without a password."""
    user: User = factories.StaffFactory.create(username="nora", email=EMAIL)
    user.set_unusable_password()
    user.save()
    user.groups.add(Group.objects.get(name="content"))
    return user


@pytest.fixture
def provider(nora: User, settings: Settings) -> Iterator[Provider]:
    with identity_provider.running_server(f"http://testserver{CALLBACK}") as server:
        server.claims = {"email": EMAIL, "email_verified": True}
        settings.STAFF_SSO_ISSUER = server.url
        settings.STAFF_SSO_CLIENT_ID = identity_provider.CLIENT_ID
        settings.STAFF_SSO_CLIENT_SECRET = identity_provider.CLIENT_SECRET
        settings.STAFF_SSO_NAME = "Resort ID"
        yield server
