"""The charts of the dashboard, and trends by week."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Max, Sum
from django.db.models.functions import TruncWeek

from apps.infrastructure import quantities
from apps.ops.dashboard.gauge import query
from apps.ops.dashboard.periods import Choice
from apps.ops.models import DailyTotals
from apps.properties.models import Property

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


MOST_WEEKS = 12
SUMS = ("questions", "cited", "unanswered", "failed", "thumbs_up", "thumbs_down")


@dataclass(frozen=True)
class Week:
    """Counts and texts of a week that begins on a Monday."""

    begins_on: date
    questions: int
    cited: str
    unanswered: str
    failed: int
    thumbs: str
    slowest: str
    cost: str
    width_percent: int = 0


def weeks(place: Property | None) -> list[Week]:
    """The latest weeks of a property or of all, the newest first."""
    totals = place.daily_totals.all() if place else DailyTotals.objects.all()
    by_week = totals.annotate(week=TruncWeek("day")).values("week")
    sums: dict[str, Any] = {f"{name}_sum": Sum(name) for name in SUMS}
    rows = by_week.annotate(
        **sums, cost=Sum("cost_micros"), slowest=Max("answer_p95_ms")
    )
    weeks: list[Any] = list(rows.order_by("-week")[:MOST_WEEKS])
    most = max((week["questions_sum"] for week in weeks), default=0)
    return [_week(week, most) for week in weeks]


def _week(row: dict[str, Any], most_questions: int) -> Week:
    questions = row["questions_sum"]
    return Week(
        begins_on=row["week"],
        questions=questions,
        cited=_share(row["cited_sum"], questions),
        unanswered=_share(row["unanswered_sum"], questions),
        failed=row["failed_sum"],
        thumbs=f"{row['thumbs_up_sum']} up, {row['thumbs_down_sum']} down",
        slowest=quantities.say(row["slowest"], "ms") if row["slowest"] else "none",
        cost=quantities.money_of_micros(row["cost"]),
        width_percent=_percent(questions, most_questions),
    )


def _share(part: int, whole: int) -> str:
    return f"{_percent(part, whole)}%" if whole else "none"


def _percent(part: int, whole: int) -> int:
    return round(100 * part / whole) if whole else 0
