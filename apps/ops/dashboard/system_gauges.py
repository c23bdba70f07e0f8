"""Gauges of this moment: turns, queue, worker, beat, providers, open websockets."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.db.models import Max
from django.utils import timezone
from django_celery_beat.models import PeriodicTask
from django_celery_results.models import TaskResult
from redis import RedisError

from apps.infrastructure import redis
from apps.infrastructure.workers import worker_heartbeats
from apps.llm import chat, embeddings
from apps.llm.embeddings import embedder
from apps.ops.dashboard import gauge
from apps.ops.dashboard.gauge import CONVERSATIONS, Gauge, query
from apps.ops.doctor import environment
from apps.ops.models import Incident

# Each socket has a channel of its own.
CHANNELS = "*specific.*"
UNKNOWN = -1


def count() -> int:
    """-1 when Redis is unavailable."""
    try:
        return len(redis.blocking().pubsub_channels(CHANNELS))
    except (RedisError, OSError):
        return UNKNOWN


TASK_RESULTS = "/admin/django_celery_results/taskresult/"
WORKER_HELP = "/admin/runbook/#worker"


def read(place: int | None) -> Iterator[Gauge]:
    """place: the id of the property whose turns are counted; None for all."""
    yield from _turns(place)
    yield from _tasks()
    yield from _workers()
    yield from _embeddings()
    link = "/admin/ops/incident/?closed_at__isempty=1"
    open_count = Incident.objects.open().count()
    yield Gauge("Now", "Open incidents", "incidents_open", open_count, link=link)
    sockets = count()
    missing = "unknown" if sockets == UNKNOWN else ""
    yield Gauge("Now", "Open chat pages", "sockets", sockets, missing=missing)
    yield from _breakers()


def _turns(place: int | None) -> Iterator[Gauge]:
    [(running, queued, oldest)] = query("running_turns", place=place)
    link = CONVERSATIONS
    yield Gauge("Now", "Running turns", "turns_running", running, link=link)
    yield Gauge("Now", "Queued turns", "turns_queued", queued, link=link)
    yield gauge.age("Oldest turn", "turn_oldest_seconds", oldest, "none", link)


def _tasks() -> Iterator[Gauge]:
    yield _queue("Queued tasks", "celery_queue_depth", worker_heartbeats.QUEUE)
    yield _queue(
        "Queued tasks of documents",
        "celery_documents_queue_depth",
        worker_heartbeats.DOCUMENTS,
    )
    for title, name, at in (
        ("Last task sent by beat", "beat_age_seconds", _last_beat()),
        ("Last task done by a worker", "worker_age_seconds", _last_result()),
    ):
        seconds = (timezone.now() - at).total_seconds() if at else None
        yield gauge.age(title, name, seconds, "never", TASK_RESULTS)


def _workers() -> Iterator[Gauge]:
    try:
        workers, missing = worker_heartbeats.read(), "none"
    except (RedisError, OSError):
        workers, missing = worker_heartbeats.Workers(None, None), "unknown"
    for title, name, seconds in (
        (
            "Last heartbeat of a worker",
            "worker_heartbeat_age_seconds",
            workers.heartbeat_age,
        ),
        ("Oldest queued task", "celery_oldest_task_seconds", workers.oldest_task_age),
    ):
        yield gauge.age(title, name, seconds, missing, WORKER_HELP)


def _embeddings() -> Iterator[Gauge]:
    if not embeddings.is_remote():
        return
    is_failing = embeddings.is_failing()
    fallback = f"; {environment.search_fallback()}" if is_failing else ""
    title = f"Embeddings unavailable ({embedder().name}{fallback})"
    yield Gauge("Now", title, "embeddings_away", float(is_failing))


def _breakers() -> Iterator[Gauge]:
    """One for each server that the speaker may ask."""
    for server in chat.servers():
        is_open = float(chat.state(server) != "closed")
        title = f"Model unavailable ({server})"
        labels = (("provider", server),)
        yield Gauge("Now", title, "breaker_open", is_open, labels=labels)


def _last_beat() -> datetime | None:
    """When beat last sent a task; it stores this every three minutes."""
    times = PeriodicTask.objects.aggregate(at=Max("last_run_at"))
    return times["at"]  # type: ignore[no-any-return]


def _last_result() -> datetime | None:
    """When a worker last finished a task whose result is stored."""
    times = TaskResult.objects.aggregate(at=Max("date_done"))
    return times["at"]  # type: ignore[no-any-return]


def _queue(title: str, name: str, queue: str) -> Gauge:
    depth = _queue_depth(queue)
    if depth is None:
        return Gauge("Now", title, name, gauge.NOTHING, missing="unknown")
    return Gauge("Now", title, name, depth)


def _queue_depth(queue: str) -> float | None:
    """None when the broker is unavailable."""
    try:
        return float(redis.broker().llen(queue))
    except (RedisError, OSError):
        return None
