"""The cast of the tests: Alice is a guest, Sam is staff, Mallory attacks."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client

from apps.properties.models import Property
from tests import factories

SAMS_APPS = [
    "catalog",
    "documents",
    "properties",
    "conversations",
    "staff",
    "ops",
    "sms",
]
PACKAGES = ["django_celery_beat", "django_celery_results", "mfa", "account"]


@pytest.fixture
def mohegan(db: None) -> Property:
    return factories.PropertyFactory.create()


@pytest.fixture
def foxwoods(db: None) -> Property:
    return factories.PropertyFactory.create(
        slug="foxwoods",
        name="Foxwoods",
        phone="1-800-369-9663",
        website="foxwoods.com",
        location="350 Trolley Line Boulevard, Mashantucket, CT 06338",
    )


@pytest.fixture
def sams_account(db: None) -> User:
    """Staff who keep the property and its catalog; not a superuser."""
    user = factories.StaffFactory.create()
    mine = Permission.objects.filter(content_type__app_label__in=SAMS_APPS)
    user.user_permissions.set(mine)
    return user


@pytest.fixture
def sam(sams_account: User) -> Client:
    client = Client()
    client.force_login(sams_account)
    return client


@pytest.fixture
def viewer(sam: Client, sams_account: User) -> Client:
    """Sam may also view every table of these packages, and change none."""
    viewing = Permission.objects.filter(
        content_type__app_label__in=PACKAGES, codename__startswith="view_"
    )
    sams_account.user_permissions.add(*viewing)
    return sam


@pytest.fixture
def alice(db: None) -> Client:
    """A guest's browser: no account, and its own pages as origin."""
    return Client(headers={"origin": "http://testserver"})


@pytest.fixture
def mallory(db: None) -> Client:
    """No account, a foreign page as origin, and no patience with forms."""
    return Client(headers={"origin": "https://evil.example"}, enforce_csrf_checks=True)
