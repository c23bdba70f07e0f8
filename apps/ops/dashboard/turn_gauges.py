"""Gauges of the turns since a moment: speed, quality, safety."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.db.models import Count

from apps.conversations.models import Alert, EvaluationRun, Feedback, Turn
from apps.conversations.turns.limits.spending import MICROS
from apps.ops.dashboard.gauge import CONVERSATIONS, Gauge, query

GOOD_RATING, BAD_RATING = 4, 2
ALERTS = "/admin/conversations/alert/"


def read(since: datetime) -> Iterator[Gauge]:
    yield from _answer_latency(since)
    yield from _node_latency(since)
    yield from _retries_and_cost(since)
    yield from _outcomes(since)
    yield from _feedback(since)
    yield from _evaluation()
    yield from _safety(since)


def _answer_latency(since: datetime) -> Iterator[Gauge]:
    [values] = query("answer_latency", since=since)
    quantiles = ("0.5", "0.95", "0.99")
    durations = (("First word", "first_token_ms"), ("Whole answer", "answer_ms"))
    for index, (label, name) in enumerate(durations):
        for quantile, value in zip(quantiles, values[index * 3 :], strict=False):
            title = f"{label}, {float(quantile):.0%} within"
            labels = (("quantile", quantile),)
            yield Gauge("Speed", title, name, round(float(value)), "ms", labels)


def _node_latency(since: datetime) -> Iterator[Gauge]:
    for node, duration_ms in query("node_latency", since=since):
        title = f"{node.replace('_', ' ').capitalize()}, 95% within"
        value = round(float(duration_ms), 1)
        yield Gauge("Speed", title, "node_ms", value, "ms", (("node", node),))


def _retries_and_cost(since: datetime) -> Iterator[Gauge]:
    [(retries, fallbacks, cost, edit_seconds)] = query("retries_and_cost", since=since)
    title, name = "Edit until searchable, 95% within", "edit_answerable_seconds"
    yield Gauge("Speed", title, name, round(float(edit_seconds), 1), "s")
    yield Gauge("Quality", "Second attempts", "turns_retried_day", retries)
    yield Gauge("Quality", "Fallbacks", "turns_fallback_day", fallbacks)
    dollars = round(float(cost) / MICROS, 6)
    title = "Average cost of an answer"
    yield Gauge("Cost and data", title, "cost_answer_usd", dollars, "$")


def _outcomes(since: datetime) -> Iterator[Gauge]:
    [row] = query("turn_outcomes", since=since)
    answered, failed, stopped, cited, unanswered, tokens_in, tokens_out = row
    for title, status, count in (
        ("Answered", "done", answered),
        ("Failed", "failed", failed),
        ("Stopped by the guest", "stopped", stopped),
    ):
        labels = (("status", status),)
        query_string = "?attention=failed" if status == "failed" else ""
        link = f"{CONVERSATIONS}{query_string}"
        yield Gauge("Quality", title, "turns_day", count, "", labels, link)
    yield Gauge("Quality", "Answered with a source", "turns_cited_day", cited)
    link = f"{CONVERSATIONS}?attention=unanswered"
    title, name = "Not in the records", "turns_unanswered_day"
    yield Gauge("Quality", title, name, unanswered, link=link)
    for direction, count in (("input", tokens_in), ("output", tokens_out)):
        labels = (("way", direction),)
        title = f"Tokens, {direction}"
        yield Gauge("Cost and data", title, "tokens_day", float(count), "", labels)


def _feedback(since: datetime) -> Iterator[Gauge]:
    rated = Feedback.objects.filter(created_at__gt=since)
    good_count = rated.filter(rating__gte=GOOD_RATING).count()
    bad_count = rated.filter(rating__lte=BAD_RATING).count()
    yield Gauge("Quality", "Thumbs up", "thumbs_up_day", good_count)
    link = f"{CONVERSATIONS}?attention=bad"
    yield Gauge("Quality", "Thumbs down", "thumbs_down_day", bad_count, link=link)


def _evaluation() -> Iterator[Gauge]:
    if last := EvaluationRun.objects.first():
        percent = round(100 * last.passed_count / max(last.check_count, 1), 1)
        title = f"Last evaluation ({last.provider}, {last.at:%d %b})"
        yield Gauge("Quality", title, "evaluation_percent", percent, "%")


def _safety(since: datetime) -> Iterator[Gauge]:
    unseen = Alert.objects.filter(seen_at=None).count()
    link = f"{ALERTS}?seen_at__isempty=1"
    yield Gauge("Safety", "Unseen alerts", "alerts_unseen", unseen, link=link)
    yield from _by_guardrail(since, "guardrail", "Stopped", "guardrail_day")
    yield from _by_guardrail(
        since, "likely_guardrail", "Likely, answered", "likely_guardrail_day"
    )


def _by_guardrail(
    since: datetime, field: str, title: str, metric: str
) -> Iterator[Gauge]:
    """field: of the turn, which names the guardrail."""
    rows = (
        Turn.objects.filter(created_at__gt=since, conversation__is_from_guest=True)
        .exclude(**{field: ""})
        .values(field, "conversation__language")
        .annotate(count=Count("id"))
        .order_by(field, "conversation__language")
    )
    for row in rows:
        guardrail, language = row[field], row["conversation__language"]
        link = f"{CONVERSATIONS}?turns__{field}={guardrail}&language={language}"
        labels = (("category", guardrail), ("language", language))
        name = f"{title}: {guardrail.replace('_', ' ')} ({language})"
        yield Gauge("Safety", name, metric, row["count"], "", labels, link)
