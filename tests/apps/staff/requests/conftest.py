"""Sam, a host of Mohegan Sun, his colleague, and what waits for them."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client

from apps.properties.models import Property
from apps.reservations.models import Request
from tests import factories
from tests.apps.staff.requests.desk import late_checkout_at, make_host, towels_at


@pytest.fixture
def host(sam: Client, sams_account: User, mohegan: Property) -> Client:
    make_host(sams_account, mohegan)
    return sam


@pytest.fixture
def nora(mohegan: Property, host: Client) -> User:
    """A colleague of Sam's."""
    return make_host(factories.StaffFactory.create(username="nora"), mohegan)


@pytest.fixture
def late_checkout(mohegan: Property) -> Request:
    return late_checkout_at(mohegan)


@pytest.fixture
def towels(mohegan: Property) -> Request:
    return towels_at(mohegan)
