"""Servers, processes and models."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from asgiref.sync import async_to_sync
from celery import current_app
from django.conf import settings
from django.core import checks
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone
from django_celery_beat.models import PeriodicTask

from apps.infrastructure import connections, redis, worker_heartbeats
from apps.llm import chat
from apps.llm import prices as price_table
from apps.llm.embeddings import embedder
from apps.llm.failures import ModelUnavailable
from apps.ops.doctor import searching
from apps.ops.doctor.finding import Finding, Level

# Beat writes down what it ran every three minutes.
BEAT_SILENCE = timedelta(minutes=10)
WORKER_PATIENCE_SECONDS = 2
KEY = "Mend GOOGLE_API_KEY and restart; without a key Concierge runs offline."
PROVIDER = "Look at the quota and the provider's status; vectors follow by themselves."
RESTART = "End it with SIGKILL and start it again; its tasks are not lost."
START = "Start `make run`, or the worker and beat of docker-compose.yml."


def settings_agree() -> Iterator[Finding]:
    """Django's own checks and the project's."""
    serious = [one for one in checks.run_checks() if one.level >= checks.ERROR]
    for one in serious:
        yield Finding("settings", "fault", one.msg, one.hint or "")
    if not serious:
        yield Finding("settings", "ok", "The settings agree with each other.")


def database() -> Iterator[Finding]:
    with connection.cursor() as cursor:
        cursor.execute("select version()")
        version = str(cursor.fetchone()[0]).split(" on ")[0]
        cursor.execute("select extversion from pg_extension where extname = 'vector'")
        row = cursor.fetchone()
    if row is None:
        remedy = "Install pgvector, then run `manage.py migrate`."
        yield Finding("database", "fault", f"{version} has no pgvector.", remedy)
    else:
        yield Finding("database", "ok", f"{version} with pgvector {row[0]}.")


def migrations() -> Iterator[Finding]:
    executor = MigrationExecutor(connection)
    missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if missing:
        message = f"{len(missing)} migrations are not applied."
        yield Finding("migrations", "fault", message, "Run `manage.py migrate`.")
    else:
        yield Finding("migrations", "ok", "All migrations are applied.")


def shared_memory() -> Iterator[Finding]:
    async_to_sync(_ping)()
    yield Finding("redis", "ok", "Redis answers.")


async def _ping() -> None:
    try:
        await redis.shared().ping()
    finally:
        await connections.close()


def worker() -> Iterator[Finding]:
    """Without a worker rows are found by keyword alone and nobody adopts turns."""
    seen = worker_heartbeats.read()
    if seen.heartbeat_age is None:
        yield from _pinged()
    elif seen.is_silent:
        message = f"No Celery worker gave a sign of life for {seen.heartbeat_age:.0f} s"
        waiting = seen.oldest_task_age or 0
        message += f"; the oldest task waits for {waiting:.0f} s." if waiting else "."
        yield Finding("worker", "fault", message, RESTART)
    elif seen.is_behind:
        message = f"The oldest task waits for {seen.oldest_task_age:.0f} s."
        yield Finding("worker", "fault", message, "Look in Flower for what is slow.")
    else:
        message = f"A Celery worker gave a sign of life {seen.heartbeat_age:.0f} s ago."
        yield Finding("worker", "ok", message)


def _pinged() -> Iterator[Finding]:
    """One that sends no heartbeats may answer."""
    answers = current_app.control.ping(timeout=WORKER_PATIENCE_SECONDS)
    if answers:
        yield Finding("worker", "ok", f"{len(answers)} Celery workers answer.")
    else:
        yield Finding("worker", _missing(), "No Celery worker answers.", START)


def beat() -> Iterator[Finding]:
    last = (
        PeriodicTask.objects.filter(enabled=True, last_run_at__isnull=False)
        .order_by("-last_run_at")
        .values_list("last_run_at", flat=True)
        .first()
    )
    if last and timezone.now() - last < BEAT_SILENCE:
        yield Finding("beat", "ok", f"Celery beat ran at {last:%H:%M} UTC.")
    else:
        when = f"since {last:%Y-%m-%d %H:%M} UTC" if last else "yet"
        yield Finding("beat", _missing(), f"Celery beat ran nothing {when}.", START)


def _embeddings() -> Iterator[Finding]:
    maker = embedder()
    try:
        length = len(maker.embed_queries(["Good evening"])[0])
    except ModelUnavailable as error:
        message = f"{error} Questions are {searching.without_provider()} meanwhile."
        remedy = KEY if error.kind == "key" else PROVIDER
        yield Finding("embeddings", "fault", message, remedy)
        return
    if length != maker.dimensions:
        message = f"{maker.name} makes vectors of {length}, not {maker.dimensions}."
        remedy = "Set EMBEDDING_DIMENSIONS to what the model makes."
        yield Finding("embeddings", "fault", message, remedy)
    else:
        yield Finding("embeddings", "ok", f"{maker.name}: {length} numbers a vector.")


def models() -> Iterator[Finding]:
    """The provider in use, and vectors of the length that it promises."""
    yield from _embeddings()
    phase = chat.state()
    message = f"Chat by {chat.provider()}, breaker {phase}."
    if phase == "closed":
        yield Finding("models", "ok", message)
    else:
        remedy = "The provider fails; guests hear the offline speaker meanwhile."
        yield Finding("models", "warning", message, remedy)


def prices() -> Iterator[Finding]:
    """What a turn costs is known for every model that may answer."""
    if chat.provider() != "gemini":
        yield Finding("prices", "ok", "No model that costs anything is in use.")
        return
    today = timezone.now().date()
    names = [settings.MODEL_NAME, *settings.MODEL_FALLBACKS]
    lacking = [name for name in names if not price_table.has_price(name, today)]
    if lacking:
        message = f"No price is known for {', '.join(lacking)}: the dearest counts."
        remedy = "Add it to the price table; PRICE_TABLE names yours."
        yield Finding("prices", "warning", message, remedy)
    else:
        yield Finding("prices", "ok", f"Prices of {', '.join(names)} are known.")


def _missing() -> Level:
    """On a developer's machine nothing may run; in production something must."""
    return "fault" if settings.IS_PRODUCTION else "warning"
