"""What the tokens of a turn cost."""

from __future__ import annotations

from datetime import date

from django.conf import settings

from apps.llm import prices


def test_it_has_a_price_for_every_model_that_is_asked_by_default() -> None:
    models = [settings.MODEL_NAME, *settings.MODEL_FALLBACKS]
    day = date(2026, 11, 1)
    assert [model for model in models if not prices.has_price(model, day)] == []
