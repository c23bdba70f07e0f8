"""Checks of settings, servers, processes and models."""

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
from django.utils.translation import ngettext
from django_celery_beat.models import PeriodicTask

from apps.infrastructure import loop_clients, redis
from apps.infrastructure.workers import worker_heartbeats
from apps.knowledge.indexing import vectors
from apps.llm import chat, embeddings, roles
from apps.llm import prices as price_table
from apps.llm.embeddings import Embedder, embedder
from apps.llm.failures import ModelUnavailable
from apps.ops.doctor.finding import Finding, Level

# Beat stores its last runs every three minutes.
BEAT_TIMEOUT = timedelta(minutes=10)
PING_TIMEOUT_SECONDS = 2
KEY = (
    "Correct GOOGLE_API_KEY, OPENAI_API_KEY or OPENAI_SERVER_KEYS, whichever is the "
    "server's, and restart; without a key Concierge runs offline."
)
PROVIDER = "Check the quota and the provider's status; vectors follow automatically."
RESTART = "Kill it with SIGKILL and start it again; its tasks are not lost."
WHOSE = {
    worker_heartbeats.QUEUE: "a Celery worker",
    worker_heartbeats.DOCUMENTS: "the Celery worker of the documents",
}
START = "Start `make run`, or the worker and beat of docker-compose.yml."


def settings_agree() -> Iterator[Finding]:
    """Django's own checks and the project's."""
    errors = [error for error in checks.run_checks() if error.level >= checks.ERROR]
    for error in errors:
        yield Finding("settings", "fault", error.msg, error.hint or "")
    if not errors:
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
        message = ngettext(
            "{} migration is not applied.",
            "{} migrations are not applied.",
            len(missing),
        ).format(len(missing))
        remedy = "Run `manage.py migrate`, then `manage.py reindex`."
        yield Finding("migrations", "fault", message, remedy)
    else:
        yield Finding("migrations", "ok", "All migrations are applied.")


def shared_memory() -> Iterator[Finding]:
    async_to_sync(_ping)()
    yield Finding("redis", "ok", "Redis answers.")


async def _ping() -> None:
    try:
        await redis.shared().ping()
    finally:
        await loop_clients.close()


def worker() -> Iterator[Finding]:
    """Without a worker, rows have no new vectors and lost turns are not adopted."""
    workers = worker_heartbeats.read()
    if workers.heartbeat_age is None:
        yield from _ping_workers()
    elif fault := _fault(workers) or _fault_with_documents():
        yield fault
    else:
        message = (
            f"Last heartbeat of a Celery worker {workers.heartbeat_age:.0f} s ago."
        )
        yield Finding("worker", "ok", message)


def _fault_with_documents() -> Finding | None:
    workers = worker_heartbeats.read(worker_heartbeats.DOCUMENTS)
    if workers.heartbeat_age is None:
        message = "No Celery worker takes from the queue of the documents."
        return Finding("worker", _missing(), message, START)
    return _fault(workers)


def _fault(workers: worker_heartbeats.Workers) -> Finding | None:
    """Of the workers of one queue that have run."""
    waiting, whose = workers.oldest_task_age or 0, WHOSE[workers.queue]
    if workers.is_silent:
        message = f"No heartbeat of {whose} for {workers.heartbeat_age:.0f} s"
        message += f"; the oldest task is {waiting:.0f} s old." if waiting else "."
        return Finding("worker", "fault", message, RESTART)
    if workers.is_behind:
        message = f"The oldest task of {whose} is {waiting:.0f} s old."
        return Finding("worker", "fault", message, "Look for slow tasks in Flower.")
    return None


def _ping_workers() -> Iterator[Finding]:
    """For workers without heartbeats."""
    answers = current_app.control.ping(timeout=PING_TIMEOUT_SECONDS)
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
    age = timezone.now() - last if last else None
    minutes = round(age.total_seconds() / 60) if age else 0
    if age and age < BEAT_TIMEOUT:
        message = f"Celery beat last noted a run {minutes} minutes ago."
        yield Finding("beat", "ok", message)
    else:
        since = f"for {minutes} minutes" if last else "yet"
        yield Finding(
            "beat", _missing(), f"Celery beat has run nothing {since}.", START
        )


def _embeddings(model: Embedder) -> Iterator[Finding]:
    try:
        length = len(model.embed_queries(["Good evening"])[0])
    except ModelUnavailable as error:
        message = f"{error} Questions are {search_fallback()} meanwhile."
        remedy = KEY if error.kind == "key" else PROVIDER
        yield Finding("embeddings", "fault", message, remedy)
        return
    if length != model.dimensions:
        message = (
            f"{model.name} makes vectors of {length} numbers, not {model.dimensions}."
        )
        remedy = "Set EMBEDDING_DIMENSIONS to that length, or write MODEL@LENGTH."
        yield Finding("embeddings", "fault", message, remedy)
    else:
        yield Finding("embeddings", "ok", f"{model.name}: {length} numbers a vector.")


def search_fallback() -> str:
    """How questions are searched while the provider of embeddings is unavailable."""
    local = embeddings.local().name
    if local in vectors.ready_models():
        return f"searched with {local}"
    return "searched by keyword"


def models() -> Iterator[Finding]:
    """The providers of chat and embeddings, and the length of the vectors."""
    for model in embeddings.remote() or [embedder()]:
        yield from _embeddings(model)
    for server in chat.servers():
        phase = chat.state(server)
        message = f"Chat by {server}, breaker {phase}."
        if phase == "closed":
            yield Finding("models", "ok", message)
        else:
            remedy = "The server fails; guests are answered by the next one meanwhile."
            yield Finding("models", "warning", message, remedy)


def prices() -> Iterator[Finding]:
    """Every model that may answer has a price."""
    used = [model for role in roles.ROLES for model in roles.models(role)]
    names = list(dict.fromkeys(model.name for model in used if model.name))
    if not names or settings.STUB_MODELS:
        yield Finding("prices", "ok", "No paid model is in use.")
        return
    today = timezone.now().date()
    unpriced = [name for name in names if not price_table.has_price(name, today)]
    if unpriced:
        message = (
            f"No price is known for {', '.join(unpriced)}; the highest price is used."
        )
        remedy = (
            "Add them to a copy of the price table, at 0 where a server of your own "
            "has them, and name it in PRICE_TABLE."
        )
        yield Finding("prices", "warning", message, remedy)
    else:
        yield Finding("prices", "ok", f"Prices of {', '.join(names)} are known.")


def _missing() -> Level:
    """In production a missing process is a fault."""
    return "fault" if settings.IS_PRODUCTION else "warning"
