"""How turns went on their way through the graph, and how soon an edit is known."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from apps.conversations.models import EvaluationRun
from apps.conversations.turns.spending import MICROS
from apps.infrastructure import sql
from apps.ops.dashboard.figure import Figure

FOLDER = Path(__file__).parent


def read(since: datetime) -> Iterator[Figure]:
    for node, took in sql.fetch(
        sql.statement(FOLDER / "node_latency.sql"), {"since": since}
    ):
        by = (("node", node),)
        title = f"{node.replace('_', ' ').capitalize()}, 95% within"
        yield Figure("Speed", title, "node_ms", round(float(took), 1), "ms", by)
    [(again, fallbacks, cost, edit)] = sql.fetch(
        sql.statement(FOLDER / "outcomes.sql"), {"since": since}
    )
    title = "Edit until answerable, 95% within"
    yield Figure("Speed", title, "edit_answerable_seconds", round(float(edit), 1), "s")
    yield Figure("Quality", "Second attempts", "turns_retried_day", again)
    yield Figure("Quality", "Fallbacks", "turns_fallback_day", fallbacks)
    if last := EvaluationRun.objects.first():
        share = round(100 * last.passed / max(last.asked, 1), 1)
        title = f"Last evaluation ({last.provider}, {last.at:%d %b})"
        yield Figure("Quality", title, "evaluation_percent", share, "%")
    each = round(float(cost) / MICROS, 6)
    yield Figure("Money and data", "Cost per answer", "cost_answer_usd", each, "$")
