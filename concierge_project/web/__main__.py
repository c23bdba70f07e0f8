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
from importlib import import_module

import uvloop
from django.conf import settings

from apps.infrastructure import garbage_collection
from apps.llm.local import multilingual
from concierge_project.web import watchdog


def main() -> None:
    asyncio.set_event_loop_policy(uvloop.EventLoopPolicy())
    garbage_collection.run_seldom()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "concierge_project.settings")
    server_name = settings.WEB_SERVER
    # Reading the largest model takes no lock of the interpreter: others load meanwhile.
    threading.Thread(target=multilingual.load, name="model", daemon=True).start()
    # Each server is imported only where it serves.
    server = import_module(f"concierge_project.web.on_{server_name}.server")
    server.run(sys.argv[1:], _on_start)


def _on_start() -> None:
    """The first callback of the loop: the application and its settings are loaded."""
    from apps.conversations.turns import warm_up  # noqa: PLC0415
    from apps.ops.doctor import worker_watch  # noqa: PLC0415

    warm_up.start()
    worker_watch.start()
    watchdog.start(asyncio.get_running_loop(), settings.WATCHDOG_SECONDS)


if __name__ == "__main__":
    main()
