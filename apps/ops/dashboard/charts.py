"""The charts of the dashboard."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from apps.infrastructure import quantities
from apps.ops.dashboard.gauge import query
from apps.ops.dashboard.periods import Choice

LABELS = {"hour": "%H:00", "day": "%b %d"}
Chart = tuple[str, str, str]


def of(now: datetime, choice: Choice, zone: ZoneInfo) -> list[Chart]:
    """(title, data of the chart as JSON, summary in words), on the zone's clock."""
    step = choice.period.step
    rows = query(
        "answers_by_time",
        since=now - choice.period.length,
        zone=zone.key,
        step=step,
        place=choice.place.pk if choice.place else None,
    )
    labels = [f"{begins_at:{LABELS[step]}}" for begins_at, _, _ in rows]
    counts = [count for _, count, _ in rows]
    seconds = [round(milliseconds / 1000, 2) for _, _, milliseconds in rows]
    return [
        (
            f"Answers per {step}",
            _bar_chart(labels, counts),
            f"{sum(counts):,} in {choice.period.title}",
        ),
        (
            "95% of answers within, seconds",
            _bar_chart(labels, seconds),
            f"at most {quantities.duration(max(seconds))}",
        ),
    ]


def _bar_chart(labels: Sequence[str], values: Sequence[float]) -> str:
    colour = "var(--color-primary-600)"
    dataset = {"data": values, "backgroundColor": colour, "borderColor": colour}
    return json.dumps({"labels": labels, "datasets": [dataset]})
