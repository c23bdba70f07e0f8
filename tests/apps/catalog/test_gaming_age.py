"""The age at a gaming area is what somebody has said, or what the law says."""

from __future__ import annotations

from importlib import import_module

import pytest
from django.apps import apps
from django.test import Client

from apps.catalog.models import GamingArea
from apps.properties.models import Property
from tests import factories
from tests.admin_form import Form

ADD = "/admin/catalog/gamingarea/add/"


@pytest.fixture
def lake_resort(db: None) -> Property:
    law = factories.JurisdictionFactory.create(code="us-mn", name="Minnesota")
    law.gaming_age = 18
    law.save()
    return factories.PropertyFactory.create(
        slug="lake-resort", name="Lake Resort", jurisdiction=law
    )


def test_a_new_gaming_area_has_the_age_of_its_propertys_law(
    sam: Client, lake_resort: Property
) -> None:
    form = Form(sam, ADD)
    assert form.values["minimum_age"] == ""
    form.fill(name="Main floor", source="Resort list")
    assert form.send().is_saved
    assert GamingArea.objects.get().minimum_age == 18
    assert form.values["minimum_age"] == "18"


def test_an_age_that_staff_give_is_kept(sam: Client, lake_resort: Property) -> None:
    form = Form(sam, ADD).fill(name="Salon", source="Resort list", minimum_age=25)
    assert form.send().is_saved
    assert GamingArea.objects.get().minimum_age == 25


def test_the_migration_puts_the_law_in_place_of_the_old_default(
    lake_resort: Property, mohegan: Property
) -> None:
    factories.GamingAreaFactory.create(
        property=lake_resort, name="Main", minimum_age=21
    )
    factories.GamingAreaFactory.create(
        property=lake_resort, name="Salon", minimum_age=25
    )
    factories.GamingAreaFactory.create(property=mohegan, name="Earth", minimum_age=21)
    migration = import_module("apps.catalog.migrations.0002_gaming_age_of_the_law")
    migration.take_age_from_law(apps, None)
    ages = dict(GamingArea.objects.values_list("name", "minimum_age"))
    assert ages == {"Main": 18, "Salon": 25, "Earth": 21}
