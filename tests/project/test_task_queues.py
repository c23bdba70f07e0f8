"""Documents wait in a queue of their own, and what is urgent never waits behind one."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from celery import current_app
from kombu import Consumer

from apps.infrastructure import redis
from apps.infrastructure.workers import worker_heartbeats
from apps.infrastructure.workers.worker_heartbeats import DOCUMENTS, QUEUE
from apps.local_servers.supervisor import up

COMPOSE = Path(__file__).parents[2] / "docker-compose.yml"


@pytest.fixture
def _empty_queues() -> Iterator[None]:
    redis.broker().delete(QUEUE, DOCUMENTS)
    yield
    redis.broker().delete(QUEUE, DOCUMENTS)


def queue_of(task: str) -> str:
    route: dict[str, Any] = current_app.amqp.router.route({}, task)
    return str(route["queue"].name)


def test_what_reads_documents_has_a_queue_of_its_own() -> None:
    tasks = [name for name in current_app.tasks if "document" in name]
    assert len(tasks) >= 5
    assert {queue_of(name) for name in tasks} == {DOCUMENTS}
    other_queues = {
        queue_of(name) for name in current_app.tasks if "document" not in name
    }
    assert other_queues == {QUEUE}


def test_what_beat_sends_to_documents_does_not_pile_up() -> None:
    for entry in current_app.conf.beat_schedule.values():
        expires = entry.get("options", {}).get("expire_seconds")
        is_for_documents = queue_of(entry["task"]) == DOCUMENTS
        assert expires == (entry["schedule"] if is_for_documents else None)


@pytest.mark.usefixtures("_empty_queues")
def test_a_worker_of_both_queues_takes_what_is_urgent_first() -> None:
    for number in range(3):
        current_app.send_task("documents.read", kwargs={"document_id": number})
    for _ in range(2):
        current_app.send_task("conversations.recover")
    with current_app.connection_for_read() as connection:
        order = []

        def note(message: Any) -> None:
            order.append(message.headers["task"])
            message.ack()

        # As a worker without `--queues` does.
        queues = list(current_app.amqp.queues.consume_from.values())
        with Consumer(connection, queues, on_message=note, prefetch_count=1):
            for _ in range(5):
                connection.drain_events(timeout=5)
    assert order == [*["conversations.recover"] * 2, *["documents.read"] * 3]


def test_somebody_takes_from_each_queue() -> None:
    """With `make run`, and with Compose."""
    started = [" ".join(line) for line in (up.URGENT, up.DOCUMENTS)]
    services = yaml.safe_load(COMPOSE.read_text())["services"]
    composed = [services[name]["command"] for name in ("worker", "documents")]
    for commands in (started, composed):
        queues = [option_of(command, "--queues") for command in commands]
        assert queues == [QUEUE, DOCUMENTS]
        # A parser may need 1 GB.
        assert option_of(commands[1], "--concurrency") == "1"


def option_of(command: str, name: str) -> str:
    words = shlex.split(command)
    return words[words.index(name) + 1]


@pytest.mark.usefixtures("_empty_queues")
def test_a_worker_of_one_queue_does_not_answer_for_the_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    worker_heartbeats.forget_heartbeat()
    queues = current_app.amqp.queues
    monkeypatch.setattr(queues, "_consume_from", {DOCUMENTS: queues[DOCUMENTS]})
    worker_heartbeats.note_heartbeat()
    assert worker_heartbeats.read().heartbeat_age is None
    assert worker_heartbeats.read(DOCUMENTS).heartbeat_age is not None
    worker_heartbeats.forget_heartbeat()
    assert worker_heartbeats.read(DOCUMENTS).heartbeat_age is None


@pytest.mark.parametrize(
    ("queue", "seconds", "is_behind"),
    [(QUEUE, 236, True), (QUEUE, 90, False), (DOCUMENTS, 236, False)],
)
def test_urgent_tasks_may_wait_for_less_time(
    queue: str, seconds: float, is_behind: bool
) -> None:
    workers = worker_heartbeats.Workers(1.0, seconds, queue)
    assert workers.is_behind == is_behind
