"""What the tokens of a turn cost."""

from __future__ import annotations

from datetime import date

from django.conf import settings

from apps.llm import prices

FLASH = "gemini-2.5-flash"


def test_it_has_a_price_for_every_model_that_is_asked_by_default() -> None:
    models = [settings.MODEL_NAME, *settings.MODEL_FALLBACKS]
    day = date(2026, 11, 1)
    assert [model for model in models if not prices.has_price(model, day)] == []


def test_tokens_cost_what_the_table_says_of_the_day() -> None:
    used = {FLASH: (1_000_000, 100_000)}
    assert prices.cost(used, date(2026, 1, 1)) == 550_000
    assert prices.has_price(FLASH, date(2026, 1, 1))
    assert not prices.has_price(FLASH, date(2024, 1, 1))


def test_an_unknown_model_counts_as_the_dearest() -> None:
    dear = prices.cost({"gemini-2.5-pro": (1000, 1000)}, date(2026, 1, 1))
    assert prices.cost({"no-such-model": (1000, 1000)}, date(2026, 1, 1)) == dear
