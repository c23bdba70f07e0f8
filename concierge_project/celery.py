"""The Celery application; tasks live in the apps' `tasks.py`."""

import os

from celery import signals
from kombu import Queue

from apps.infrastructure import database_scope
from apps.infrastructure.processes import garbage_collection
from apps.infrastructure.workers import task_queue, worker_heartbeats
from apps.infrastructure.workers.task_queue import GuardedCelery

DOCUMENTS = {"queue": worker_heartbeats.DOCUMENTS}

garbage_collection.run_seldom()
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "concierge_project.settings")


def enter_all(**_: object) -> None:
    database_scope.enter(database_scope.ALL)


app = GuardedCelery(
    "concierge", task_cls="apps.infrastructure.workers.task_queue:ScopedTask"
)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.conf.update(
    # Workers log as the web does: redacted, one event a line.
    worker_hijack_root_logger=False,
    task_ignore_result=True,
    task_acks_late=True,
    task_time_limit=300,
    # A worker without `--queues` takes from both, from the first one first.
    task_queues=[Queue(worker_heartbeats.QUEUE), Queue(worker_heartbeats.DOCUMENTS)],
    task_routes={
        "documents.*": DOCUMENTS,
        "knowledge.compare_documents": DOCUMENTS,
        "knowledge.embed_document": DOCUMENTS,
        "knowledge.embed_documents": DOCUMENTS,
    },
    # What a worker has fetched waits for the task that it runs.
    worker_prefetch_multiplier=1,
    broker_connection_retry_on_startup=True,
    # A save in the admin must not wait for a broker that is away.
    broker_transport_options={
        "socket_connect_timeout": 2,
        "max_retries": 1,
        "queue_order_strategy": "priority",
    },
    task_publish_retry=False,
    beat_scheduler="django_celery_beat.schedulers:DatabaseScheduler",
    beat_schedule={
        "size-pictures": {"task": "catalog.size_pictures", "schedule": 600.0},
        "embed-pending": {"task": "knowledge.embed_pending", "schedule": 30.0},
        # While a long document is read, none of these waits twice.
        "embed-documents": {
            "task": "knowledge.embed_documents",
            "schedule": 30.0,
            "options": {"expire_seconds": 30},
        },
        "compare-documents": {
            "task": "knowledge.compare_documents",
            "schedule": 30.0,
            "options": {"expire_seconds": 30},
        },
        "read-documents": {
            "task": "documents.read_waiting",
            "schedule": 60.0,
            "options": {"expire_seconds": 60},
        },
        "apply-deliveries": {"task": "staff.apply_waiting", "schedule": 60.0},
        "publish-drafts": {"task": "staff.publish_drafts", "schedule": 30.0},
        "run-jobs": {"task": "staff.run_waiting_jobs", "schedule": 120.0},
        "roll-up": {"task": "ops.total_days", "schedule": 600.0},
        "back-up": {"task": "ops.back_up", "schedule": 900.0},
        "examine": {"task": "ops.examine", "schedule": 300.0},
        "analyse": {"task": "conversations.analyse", "schedule": 60.0},
        "export": {"task": "conversations.export", "schedule": 30.0},
        "pull-sheet": {"task": "staff.pull_sheet", "schedule": 600.0},
        "notify-staff": {"task": "notifications.notify_staff", "schedule": 10.0},
        "prune-notifications": {"task": "notifications.prune", "schedule": 86_400.0},
        "recover-turns": {"task": "conversations.recover", "schedule": 5.0},
        "answer-texts": {"task": "sms.answer_waiting", "schedule": 15.0},
        "send-texts": {"task": "sms.send_waiting", "schedule": 15.0},
        "tell-decisions": {"task": "conversations.tell_decisions", "schedule": 5.0},
        "expire-answers": {
            "task": "conversations.expire_held_answers",
            "schedule": 15.0,
        },
        "send-links": {"task": "conversations.send_booking_links", "schedule": 15.0},
        "expire-requests": {"task": "reservations.expire", "schedule": 60.0},
        "escalate-requests": {"task": "reservations.escalate", "schedule": 30.0},
        "watch-requests": {"task": "ops.watch_requests", "schedule": 60.0},
        "refresh-bookings": {
            "task": "reservations.refresh_bookings",
            "schedule": 300.0,
        },
        "prune-sms-events": {"task": "sms.prune", "schedule": 3_600.0},
        # Each property's night begins by its own clock.
        "keep-retention": {"task": "conversations.keep_retention", "schedule": 3_600.0},
        "prune-checkpoints": {"task": "conversations.prune", "schedule": 300.0},
    },
)
app.autodiscover_tasks()

signals.before_task_publish.connect(worker_heartbeats.note_sending)
signals.before_task_publish.connect(task_queue.note_scope)
# What beat sends looks after all properties.
signals.beat_init.connect(enter_all)
signals.heartbeat_sent.connect(worker_heartbeats.note_heartbeat)
signals.worker_shutdown.connect(worker_heartbeats.forget_heartbeat)


@signals.worker_ready.connect
@signals.worker_process_init.connect
def record_errors(**_: object) -> None:
    """In the worker and in each process that it forks, which takes no thread along."""
    from apps.ops.errors import recording  # noqa: PLC0415 - its models need the apps

    recording.start()
