"""What tokens cost on a day."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from functools import cache
from pathlib import Path

from django.conf import settings
from pydantic import BaseModel, TypeAdapter

from apps.infrastructure import yaml_files

TABLE = Path(__file__).with_name("prices.yaml")


class Price(BaseModel):
    """US dollars for a million tokens: the same figure in millionths for one."""

    model: str
    since: date
    input: float
    output: float


def cost(tokens: Mapping[str, tuple[int, int]], day: date) -> int:
    """In millionths of a dollar, of (input, output) tokens by model.

    A model without a price counts as the dearest of the table: a cap that is reached
    too early is noticed, one that is never reached is not.
    """
    return round(sum(_cost(model, *counts, day) for model, counts in tokens.items()))


def has_price(model: str, day: date) -> bool:
    return _of(model, day) is not None


def _cost(model: str, input_tokens: int, output_tokens: int, day: date) -> float:
    price = _of(model, day) or _dearest()
    return input_tokens * price.input + output_tokens * price.output


def _of(model: str, day: date) -> Price | None:
    prices = [row for row in table() if row.model == model and row.since <= day]
    return max(prices, key=lambda price: price.since, default=None)


def _dearest() -> Price:
    return max(table(), key=lambda price: price.output)


def table() -> list[Price]:
    """Raises ValueError, YAMLError and OSError for a table that cannot be read."""
    return _read(Path(settings.PRICE_TABLE or TABLE))


@cache
def _read(path: Path) -> list[Price]:
    rows = yaml_files.read(path)
    prices = TypeAdapter(list[Price]).validate_python(rows)
    if not prices:
        raise ValueError("it holds no price")
    return prices
