"""The youngest age of a guest is a number of years that somebody can have."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.exceptions import ValidationError

from apps.properties.models import Property
from tests import factories
from tests.factories import ItemFactory

ROWS = [
    factories.RestaurantFactory,
    factories.AmenityFactory,
    factories.GamingAreaFactory,
    factories.VenueFactory,
    factories.ShowFactory,
]


@pytest.mark.parametrize("factory", ROWS)
def test_it_is_at_most_99(factory: type[ItemFactory[Any]], mohegan: Property) -> None:
    row = factory.create(property=mohegan, minimum_age=99)
    row.full_clean()
    row.minimum_age = 100
    with pytest.raises(ValidationError) as refused:
        row.full_clean()
    assert list(refused.value.message_dict) == ["minimum_age"]
