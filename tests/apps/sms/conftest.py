"""A door that is open, with a fake provider behind it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytest_django import Settings

from apps.properties.models import Property
from apps.sms.models import SmsNumber
from tests.fakes import telnyx as fake
from tests.fakes.telnyx import Telnyx, running_server

OURS = "+18605550199"


@pytest.fixture(scope="session")
def telnyx_server() -> Iterator[Telnyx]:
    with running_server() as server:
        yield server


@pytest.fixture
def telnyx(telnyx_server: Telnyx, settings: Settings, mohegan: Property) -> Telnyx:
    telnyx_server.forget()
    settings.SMS_ENABLED = True
    settings.SMS_API_URL = telnyx_server.url
    settings.TELNYX_API_KEY = fake.API_KEY
    settings.TELNYX_PUBLIC_KEY = telnyx_server.public_key
    settings.SMS_FROM_NUMBER = OURS
    settings.SITE_URL = "https://example.com"
    SmsNumber.objects.create(property=mohegan, number=OURS)
    return telnyx_server
