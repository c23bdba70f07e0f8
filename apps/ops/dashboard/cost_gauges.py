"""Gauges of cost and stored data."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.db.models import Count, Sum

from apps.conversations.turns.limits import spending
from apps.infrastructure import sql
from apps.knowledge.models import Embedding
from apps.llm.embeddings import embedder
from apps.ops.dashboard.gauge import Gauge
from apps.properties.models import Property

DAILY_TOTALS = "/admin/ops/dailytotals/"


def read(now: datetime, place: Property | None) -> Iterator[Gauge]:
    """Of a property, or of each where None is chosen; vectors are those of all."""
    for own in [place] if place else Property.objects.order_by("slug"):
        yield from _of_property(own, now)
    yield from _vectors()
    [(size,)] = sql.fetch("select pg_database_size(current_database())", {})
    megabytes = round(size / 2**20)
    yield Gauge("Cost and data", "Database", "database_megabytes", megabytes, "MB")


def _of_property(place: Property, now: datetime) -> Iterator[Gauge]:
    """Of today in the property's time zone, and of its month by the daily totals."""
    amounts = [("today", "cost_day_usd", float(spending.today(place, now)))]
    if place.daily_cap is not None:
        amounts.append(("daily cap", "cost_cap_usd", float(place.daily_cap)))
    first = now.astimezone(place.zone).date().replace(day=1)
    totals = place.daily_totals.filter(day__gte=first).aggregate(sum=Sum("cost_micros"))
    amounts.append(
        ("this month", "cost_month_usd", (totals["sum"] or 0) / spending.MICROS)
    )
    labels = (("property", place.slug),)
    for period, name, dollars in amounts:
        title = f"{place.name}, {period}"
        yield Gauge("Cost and data", title, name, dollars, "$", labels, DAILY_TOTALS)


def _vectors() -> Iterator[Gauge]:
    states = Embedding.objects.filter(model=embedder().name).values("state")
    for row in states.annotate(count=Count("id")).order_by("state"):
        labels = (("state", row["state"]),)
        title = f"Vectors, {row['state']}"
        yield Gauge("Cost and data", title, "vectors", row["count"], "", labels)
