"""Gauges of turns and text messages since a moment: speed, quality, safety."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.db.models import Count, Q, QuerySet

from apps.conversations.models import Alert, EvaluationRun, Feedback, Turn
from apps.conversations.turns.limits.spending import MICROS
from apps.infrastructure import counters
from apps.ops.dashboard.gauge import CONVERSATIONS, Gauge, query

GOOD_RATING, BAD_RATING = 4, 2
ALERTS = "/admin/conversations/alert/"


def read(since: datetime, place: int | None) -> Iterator[Gauge]:
    """place: the id of a property; None for all."""
    yield from _answer_latency(since, place)
    yield from _node_latency(since, place)
    yield from _retries_and_cost(since, place)
    yield from _outcomes(since, place)
    yield from _feedback(since, place)
    yield from _evaluation()
    yield from _safety(since, place)


def _answer_latency(since: datetime, place: int | None) -> Iterator[Gauge]:
    [values] = query("answer_latency", since=since, place=place)
    quantiles = ("0.5", "0.95", "0.99")
    durations = (("First word", "first_token_ms"), ("Whole answer", "answer_ms"))
    for index, (label, name) in enumerate(durations):
        for quantile, value in zip(quantiles, values[index * 3 :], strict=False):
            title = f"{label}, {float(quantile):.0%} within"
            labels = (("quantile", quantile),)
            missing = "" if value else "none"
            yield Gauge(
                "Speed", title, name, round(float(value)), "ms", labels, "", missing
            )


def _node_latency(since: datetime, place: int | None) -> Iterator[Gauge]:
    for node, duration_ms in query("node_latency", since=since, place=place):
        title = f"{node.replace('_', ' ').capitalize()}, 95% within"
        value = round(float(duration_ms), 1)
        yield Gauge("Speed", title, "node_ms", value, "ms", (("node", node),))


def _retries_and_cost(since: datetime, place: int | None) -> Iterator[Gauge]:
    [(retries, fallbacks, cost, edit_seconds)] = query(
        "retries_and_cost", since=since, place=place
    )
    title, name = "Edit until searchable, 95% within", "edit_answerable_seconds"
    yield Gauge("Speed", title, name, round(float(edit_seconds), 1), "s")
    yield Gauge("Quality", "Second attempts", "turns_retried_day", retries)
    yield Gauge("Quality", "Fallbacks", "turns_fallback_day", fallbacks)
    dollars = round(float(cost) / MICROS, 6)
    title = "Average cost of an answer"
    yield Gauge("Cost and data", title, "cost_answer_usd", dollars, "$")


def _outcomes(since: datetime, place: int | None) -> Iterator[Gauge]:
    [row] = query("turn_outcomes", since=since, place=place)
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


def _feedback(since: datetime, place: int | None) -> Iterator[Gauge]:
    rated = Feedback.objects.filter(_of(place), created_at__gt=since)
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


def _safety(since: datetime, place: int | None) -> Iterator[Gauge]:
    mine = Q(property=place) if place else Q()
    unseen = Alert.objects.filter(mine, seen_at=None).count()
    link = f"{ALERTS}?seen_at__isempty=1"
    yield Gauge("Safety", "Unseen alerts", "alerts_unseen", unseen, link=link)
    turns = Turn.objects.filter(
        _of(place), created_at__gt=since, conversation__is_from_guest=True
    )
    yield from _by_guardrail(turns, "guardrail", "Stopped", "guardrail_day")
    yield from _by_guardrail(
        turns, "likely_guardrail", "Likely, answered", "likely_guardrail_day"
    )


def _by_guardrail(
    turns: QuerySet[Turn], field: str, title: str, metric: str
) -> Iterator[Gauge]:
    """field: of the turn, which names the guardrail."""
    rows = (
        turns.exclude(**{field: ""})
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


def _of(place: int | None) -> Q:
    """A condition on rows of conversations; none for all properties."""
    return Q(conversation__property=place) if place else Q()


SENT = "/admin/sms/outboundtext/"
REFUSALS = ("forged", "stale", "repeated", "no_event", "too_large")


def read_texts(since: datetime, place: int | None) -> Iterator[Gauge]:
    """By status of the outbox; nothing where no text message was ever stored."""
    for status, count, _ in query("text_messages", since=since, place=place):
        labels = (("status", status),)
        link = f"{SENT}?status__exact={status}"
        title = f"Text messages, {status}"
        yield Gauge("Quality", title, "texts_day", count, "", labels, link)
    counts = counters.read("sms")
    for reason in REFUSALS:
        if count := counts.get(reason):
            labels = (("reason", reason),)
            title = f"Refused webhooks, {reason.replace('_', ' ')}"
            yield Gauge("Safety", title, "webhooks_refused_day", count, "", labels)
