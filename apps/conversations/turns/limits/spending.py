"""What the models have cost a property today, held against its cap."""

from __future__ import annotations

import threading
from datetime import datetime
from decimal import Decimal
from uuid import UUID

from cachetools import TTLCache
from django.db.models import F, Sum

from apps.conversations.models import Expense, Turn
from apps.llm import prices
from apps.llm.meter import Meter
from apps.properties.models import Property

# A turn costs a fraction of a cent; a few of them beyond the cap do no harm.
CACHE_SECONDS = 5.0
MICROS = 1_000_000
_is_over: TTLCache[int, bool] = TTLCache(maxsize=1024, ttl=CACHE_SECONDS)
_lock = threading.Lock()


def is_over(place: Property, now: datetime) -> bool:
    """Whether the cap of the day is reached; never without a cap."""
    if place.daily_cap is None:
        return False
    with _lock:
        if place.pk not in _is_over:
            _is_over[place.pk] = today(place, now) >= place.daily_cap
        return bool(_is_over.get(place.pk))


def today(place: Property, now: datetime) -> Decimal:
    """US dollars since midnight on the property's clock."""
    local = now.astimezone(place.zone)
    midnight = local.replace(hour=0, minute=0, second=0, microsecond=0)
    of_day = {"created_at__gte": midnight}
    turns = Turn.objects.filter(conversation__property=place, **of_day)
    expenses = Expense.objects.filter(property=place, **of_day)
    sums = (rows.aggregate(sum=Sum("cost_micros"))["sum"] for rows in (turns, expenses))
    return Decimal(sum(micros or 0 for micros in sums)) / MICROS


def charge(turn_id: UUID | None, used: Meter, now: datetime) -> None:
    """Adds what was asked of models after a turn had ended, and because of it."""
    if turn_id is None or not used.tokens:
        return
    Turn.objects.filter(pk=turn_id).update(
        input_tokens=F("input_tokens") + used.input_tokens,
        output_tokens=F("output_tokens") + used.output_tokens,
        cost_micros=F("cost_micros") + prices.cost(used.tokens, now.date()),
    )


def charge_property(property_id: int, purpose: str, used: Meter, now: datetime) -> None:
    """Adds what staff have asked of models today, beside the turns."""
    if not used.tokens:
        return
    Expense.objects.create(
        property_id=property_id,
        purpose=purpose,
        input_tokens=used.input_tokens,
        output_tokens=used.output_tokens,
        cost_micros=prices.cost(used.tokens, now.date()),
        created_at=now,
    )


def forget() -> None:
    """Empties the cache: a cap has changed, or a test begins."""
    with _lock:
        _is_over.clear()
