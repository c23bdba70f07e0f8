"""An installation that has been running gets the emergency number too."""

from __future__ import annotations

from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection

from apps.properties.models import Helpline
from tests import factories

pytestmark = pytest.mark.django_db
MIGRATION = import_module("apps.properties.migrations.0007_emergency_numbers")


def test_it_gives_american_jurisdictions_their_number_once() -> None:
    bare = factories.JurisdictionFactory.create(code="us-nv", name="Nevada")
    factories.JurisdictionFactory.create(code="mo", name="Macau")
    own = factories.JurisdictionFactory.create(code="us-ct")
    line = factories.HelplineFactory.create(jurisdiction=own, purpose="emergency")
    for _ in range(2):
        MIGRATION.add_numbers(apps, connection.schema_editor())
    added = Helpline.objects.exclude(pk=line.pk).get()
    assert (added.jurisdiction, added.phone) == (bare, "911")
