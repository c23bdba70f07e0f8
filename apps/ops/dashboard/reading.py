"""All gauges of a period, for the dashboard, Prometheus and the rules."""

from __future__ import annotations

from datetime import datetime, timedelta

from apps.infrastructure import database_scope
from apps.ops.dashboard import cost_gauges, request_gauges, system_gauges, turn_gauges
from apps.ops.dashboard.gauge import Gauge
from apps.properties.models import Property

DAY = timedelta(days=1)


def read(
    now: datetime, period: timedelta = DAY, place: Property | None = None
) -> list[Gauge]:
    """Current gauges, and those of the period, of a property or of all.

    The states of servers, workers and the queue belong to all properties.
    """
    since, place_id = now - period, place.pk if place else None
    return [
        *system_gauges.read(place_id),
        *turn_gauges.read(since, place_id),
        *turn_gauges.read_texts(since, place_id),
        *request_gauges.read(since, now, place_id),
        *cost_gauges.read(now, place),
    ]


def of_installation(now: datetime) -> list[Gauge]:
    """Of a day and of all properties, whoever reads."""
    with database_scope.all_properties():
        return read(now)
