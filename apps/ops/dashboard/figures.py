"""The numbers of the ops room, each with the list behind it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

from celery import current_app
from django.db.models import Count, Max, Sum
from django.utils import timezone
from django_celery_beat.models import PeriodicTask
from django_celery_results.models import TaskResult
from kombu.exceptions import ChannelError, OperationalError
from redis import RedisError

from apps.conversations.models import Alert, Feedback, Turn
from apps.conversations.turns import spending
from apps.infrastructure import sql, worker_heartbeats
from apps.knowledge.models import Embedding
from apps.llm import chat, embeddings
from apps.llm.embeddings import embedder
from apps.ops import open_sockets
from apps.ops.dashboard import latency
from apps.ops.dashboard.figure import Figure
from apps.ops.doctor import searching
from apps.ops.models import DailyTotals, Incident
from apps.properties.models import Property

DAY = timedelta(days=1)
QUEUE = "celery"
GOOD, BAD = 4, 2
# Seconds, when something has never run.
NEVER = -1
TALKS = "/admin/conversations/conversation/"
ALERTS = "/admin/conversations/alert/"
FOLDER = Path(__file__).parent


def read(now: datetime) -> list[Figure]:
    """Of this moment, and of the 24 hours before it."""
    since = now - DAY
    return [
        *_now(),
        *_speed(since),
        *latency.read(since),
        *_quality(since),
        *_safety(since),
        *_money(now),
        *_data(),
    ]


def hours(now: datetime) -> list[tuple[datetime, int, float]]:
    """(hour, turns answered, milliseconds of 95 in 100), the oldest first."""
    return [(hour, count, ms) for hour, count, ms in _ask("hourly", since=now - DAY)]


def days() -> list[tuple[date, int]]:
    """(day, questions of all properties) of the last thirty days, the oldest first."""
    rows = (
        DailyTotals.objects.values("day")
        .annotate(sum=Sum("questions"))
        .order_by("-day")
    )
    return [(one["day"], one["sum"]) for one in rows[:30]][::-1]


def _now() -> Iterator[Figure]:
    [(running, queued, oldest)] = _ask("current")
    yield Figure("Now", "Turns running", "turns_running", running, link=TALKS)
    yield Figure("Now", "Turns waiting", "turns_queued", queued, link=TALKS)
    yield Figure("Now", "Oldest of them", "turn_oldest_seconds", float(oldest), "s")
    yield Figure("Now", "Tasks in the queue", "celery_queue_depth", _queue_depth())
    for title, name, at in (
        ("Beat's last task", "beat_age_seconds", _beat()),
        ("A worker's last task", "worker_age_seconds", _worker()),
    ):
        age = (timezone.now() - at).total_seconds() if at else NEVER
        link = "/admin/django_celery_results/taskresult/"
        yield Figure("Now", title, name, round(age), "s", link=link)
    yield from _workers()
    yield from _embeddings()
    open_troubles = Incident.objects.filter(closed_at=None).count()
    link = "/admin/ops/incident/?closed_at__isempty=1"
    yield Figure("Now", "Troubles open", "troubles_open", open_troubles, link=link)
    yield Figure("Now", "Pages connected", "sockets", open_sockets.count())
    is_open = float(chat.state() != "closed")
    by = (("provider", chat.provider()),)
    yield Figure(
        "Now", f"Model away ({by[0][1]}): 1 is yes", "breaker_open", is_open, "", by
    )


def _workers() -> Iterator[Figure]:
    try:
        seen = worker_heartbeats.read()
    except (RedisError, OSError):
        seen = worker_heartbeats.Workers(None, None)
    for title, name, age in (
        (
            "Last heartbeat of a worker",
            "worker_heartbeat_age_seconds",
            seen.heartbeat_age,
        ),
        ("Oldest of the tasks", "celery_oldest_task_seconds", seen.oldest_task_age),
    ):
        value = NEVER if age is None else round(age)
        link = "/admin/runbook/#worker"
        yield Figure("Now", title, name, value, "s", link=link)


def _embeddings() -> Iterator[Figure]:
    if not embeddings.is_remote():
        return
    is_failing = embeddings.is_failing()
    how = f"; {searching.without_provider()}" if is_failing else ""
    title = f"Vectors away ({embedder().name}{how}): 1 is yes"
    yield Figure("Now", title, "embeddings_away", float(is_failing))


def _beat() -> datetime | None:
    """When it last sent something; it writes that down every three minutes."""
    found: datetime | None = PeriodicTask.objects.aggregate(at=Max("last_run_at"))["at"]
    return found


def _worker() -> datetime | None:
    """When a task was last done that is kept."""
    found: datetime | None = TaskResult.objects.aggregate(at=Max("date_done"))["at"]
    return found


def _queue_depth() -> float:
    """-1 when the broker is away: that is no empty queue."""
    try:
        with current_app.connection_for_read() as link:
            channel: Any = link.default_channel
            declared = channel.queue_declare(QUEUE, passive=True)
            return float(declared.message_count)
    except ChannelError:
        return 0.0  # a queue that nobody has used yet
    except (OperationalError, OSError):
        return -1.0


def _speed(since: datetime) -> Iterator[Figure]:
    [values] = _ask("answer_latency", since=since)
    shares = ("0.5", "0.95", "0.99")
    names = (("First word", "first_token_ms"), ("Whole answer", "answer_ms"))
    for place, (title, name) in enumerate(names):
        for share, value in zip(shares, values[place * 3 :], strict=False):
            said = f"{title}, {float(share):.0%} within"
            by = (("quantile", share),)
            yield Figure("Speed", said, name, round(float(value)), "ms", by)


def _quality(since: datetime) -> Iterator[Figure]:
    [(done, failed, stopped, cited, unanswered, tokens_in, tokens_out)] = _ask(
        "quality", since=since
    )
    for title, status, value in (
        ("Answered", "done", done),
        ("Failed", "failed", failed),
        ("Stopped by the guest", "stopped", stopped),
    ):
        by = (("status", status),)
        link = f"{TALKS}?need=failed" if status == "failed" else TALKS
        yield Figure("Quality", title, "turns_day", value, "", by, link)
    yield Figure("Quality", "Answered with a source", "turns_cited_day", cited)
    link = f"{TALKS}?need=unanswered"
    yield Figure(
        "Quality", "Not in the records", "turns_unanswered_day", unanswered, link=link
    )
    rated = Feedback.objects.filter(created_at__gt=since)
    good, bad = rated.filter(rating__gte=GOOD), rated.filter(rating__lte=BAD)
    yield Figure("Quality", "Thumbs up", "thumbs_up_day", good.count())
    link = f"{TALKS}?need=bad"
    yield Figure("Quality", "Thumbs down", "thumbs_down_day", bad.count(), link=link)
    for way, value in (("input", tokens_in), ("output", tokens_out)):
        by = (("way", way),)
        yield Figure(
            "Money and data", f"Tokens, {way}", "tokens_day", float(value), "", by
        )


def _safety(since: datetime) -> Iterator[Figure]:
    waiting = Alert.objects.filter(seen_at=None).count()
    link = f"{ALERTS}?seen_at__isempty=1"
    yield Figure("Safety", "Guests in need", "alerts_unseen", waiting, link=link)
    stopped = (
        Turn.objects.filter(created_at__gt=since)
        .exclude(guardrail="")
        .values("guardrail", "conversation__language")
        .annotate(count=Count("id"))
        .order_by("guardrail", "conversation__language")
    )
    for one in stopped:
        name, language = one["guardrail"], one["conversation__language"]
        link = f"{TALKS}?turns__guardrail={name}&language={language}"
        by = (("category", name), ("language", language))
        title = f"Stopped: {name.replace('_', ' ')} ({language})"
        yield Figure("Safety", title, "guardrail_day", one["count"], "", by, link)


def _money(now: datetime) -> Iterator[Figure]:
    """Of today on each property's clock, and of its month from the daily roll-ups."""
    link = "/admin/ops/dailytotals/"
    for place in Property.objects.order_by("slug"):
        by = (("property", place.slug),)
        spent = float(spending.today(place, now))
        yield Figure(
            "Money and data",
            f"{place.name} today",
            "cost_day_usd",
            spent,
            "$",
            by,
            link,
        )
        if place.daily_cap is not None:
            cap = float(place.daily_cap)
            title = f"{place.name}, most a day"
            yield Figure("Money and data", title, "cost_cap_usd", cap, "$", by, link)
        first = now.astimezone(place.zone).date().replace(day=1)
        earlier = place.days.filter(day__gte=first).aggregate(sum=Sum("cost_micros"))
        month = (earlier["sum"] or 0) / spending.MICROS
        title = f"{place.name} this month"
        yield Figure("Money and data", title, "cost_month_usd", month, "$", by, link)


def _data() -> Iterator[Figure]:
    states = Embedding.objects.filter(model=embedder().name).values("state")
    for one in states.annotate(count=Count("id")).order_by("state"):
        by = (("state", one["state"]),)
        title = f"Vectors {one['state']}"
        yield Figure("Money and data", title, "vectors", one["count"], "", by)
    [(size,)] = sql.fetch("select pg_database_size(current_database())", {})
    megabytes = round(size / 2**20)
    yield Figure("Money and data", "Database", "database_megabytes", megabytes, "MB")


def _ask(name: str, **values: Any) -> list[tuple[Any, ...]]:
    return sql.fetch(sql.statement(FOLDER / f"{name}.sql"), values)
