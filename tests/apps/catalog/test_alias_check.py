"""An alias that stands in every question would hide all other rows."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from apps.properties.models import Property
from tests import factories
from tests.admin_form import Form


@pytest.mark.parametrize("alias", ["what", "Is", "what is the", "Can I?", "donde", "?"])
def test_it_refuses_stop_words(mohegan: Property, alias: str) -> None:
    mohegan.languages = ["en", "es"]
    row = factories.RestaurantFactory.build(property=mohegan, aliases=["Ballo", alias])
    with pytest.raises(ValidationError) as refused:
        row.full_clean()
    [message] = refused.value.message_dict["aliases"]
    assert f"“{alias}”" in message


@pytest.mark.parametrize("alias", ["pool", "the Italian place", "24", "餐厅", "Été"])
def test_it_takes_other_words(mohegan: Property, alias: str) -> None:
    row = factories.RestaurantFactory.build(property=mohegan, aliases=[alias])
    row.full_clean()


def test_it_warns_sam_of_words_that_other_questions_hold(
    sam: Client, mohegan: Property
) -> None:
    factories.AmenityFactory.create(name="Indoor Pool", sort="pool")
    row = factories.RestaurantFactory.create(name="Ballo")
    form = Form(sam, f"/admin/catalog/restaurant/{row.pk}/change/")
    assert form.fill(aliases="pool, open, Ballo, the pool bar").send().is_saved
    assert "“pool” is part of the name of Indoor Pool" in form.text
    assert "“open” is an everyday word" in form.text
    assert "“Ballo”" not in form.text
    assert "“the pool bar”" not in form.text
