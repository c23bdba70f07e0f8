"""A property whose turns are recorded, and a model that answers them well."""

from __future__ import annotations

import pytest

from apps.properties.models import FeatureFlag, Property
from tests.fakes.gemini import GeminiServer
from tests.model_fixtures import GOOD_MODELS


@pytest.fixture
def recorded_resort(resort: Property) -> Property:
    FeatureFlag.objects.create(property=resort, key="recording", is_on=True)
    return resort


@pytest.fixture
def model(gemini: GeminiServer) -> GeminiServer:
    gemini.structured = GOOD_MODELS
    return gemini
