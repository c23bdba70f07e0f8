"""The web process: the server that `WEB_SERVER` names, on uvloop.

    python -m concierge_project.web -p 8000 concierge_project.asgi:application

A turn is hundreds of callbacks and small objects. uvloop runs the callbacks for less,
and a garbage collector that runs seldom leaves the objects alone: together a fifth of a
turn's processor time (benchmarks/README.md).
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import Sequence
from importlib import import_module

import django
import uvloop
from django.conf import settings

from apps.infrastructure.processes import garbage_collection
from apps.llm.local import multilingual
from concierge_project.web import processes, watchdog


def main() -> None:
    asyncio.set_event_loop_policy(uvloop.EventLoopPolicy())
    garbage_collection.run_seldom()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "concierge_project.settings")
    count = processes.count(settings.WEB_PROCESSES, settings.IS_PRODUCTION)
    # Reading the largest model takes no lock of the interpreter: others load meanwhile.
    model = threading.Thread(target=multilingual.load, name="model", daemon=True)
    model.start()
    if count == 1:
        _serve(sys.argv[1:])
        return
    _load()
    model.join()  # a fork takes no thread along
    sys.exit(processes.run(count, sys.argv[1:], _serve))


def _load() -> None:
    """All that can be loaded without a connection or a thread."""
    django.setup()
    from apps.conversations.turns.graph_runs import warm_up  # noqa: PLC0415

    warm_up.load_models()


def _serve(arguments: Sequence[str]) -> None:
    # Each server is imported only where it serves; daphne makes its event loop then.
    server = import_module(f"concierge_project.web.on_{settings.WEB_SERVER}.server")
    server.run(arguments, _on_start)


def _on_start() -> None:
    """The first callback of the loop: the application and its settings are loaded."""
    from apps.conversations.turns.graph_runs import warm_up  # noqa: PLC0415
    from apps.ops.alerts import watch  # noqa: PLC0415
    from apps.ops.doctor import worker_watch  # noqa: PLC0415
    from apps.ops.errors import recording  # noqa: PLC0415

    warm_up.start()
    worker_watch.start()
    watch.start()
    recording.start()
    watchdog.start(asyncio.get_running_loop(), settings.WATCHDOG_SECONDS)


if __name__ == "__main__":
    main()
