"""The web process: daphne on uvloop. Takes daphne's own options.

    python -m concierge_project.web -p 8000 concierge_project.asgi:application

A turn is hundreds of callbacks and small objects. uvloop runs the callbacks for less,
and a garbage collector that runs seldom leaves the objects alone: together a fifth of a
turn's processor time (benchmarks/README.md).
"""

from __future__ import annotations

import asyncio
import sys
import threading

import uvloop

from apps.infrastructure import garbage_collection
from apps.llm.local import multilingual
from concierge_project.web import watchdog


def main() -> None:
    asyncio.set_event_loop_policy(uvloop.EventLoopPolicy())
    garbage_collection.run_seldom()
    # Reading the largest model takes no lock of the interpreter: others load meanwhile.
    threading.Thread(target=multilingual.load, name="model", daemon=True).start()
    # daphne makes its event loop when it is imported.
    from daphne import http_protocol  # noqa: PLC0415
    from daphne.cli import CommandLineInterface  # noqa: PLC0415
    from daphne.server import twisted_loop  # noqa: PLC0415
    from daphne.ws_protocol import WebSocketFactory  # noqa: PLC0415

    from concierge_project.web.request import BoundedRequest  # noqa: PLC0415
    from concierge_project.web.websocket import BoundedWebSocket  # noqa: PLC0415

    http_protocol.WebRequest = BoundedRequest
    WebSocketFactory.protocol = BoundedWebSocket
    twisted_loop.call_soon(_watch)
    # Its access lines hold addresses of guests; the site writes its own.
    CommandLineInterface().run(["--verbosity", "0", *sys.argv[1:]])


def _watch() -> None:
    """The first callback of the loop: the application and its settings are loaded."""
    from django.conf import settings  # noqa: PLC0415

    from apps.conversations.turns import warm_up  # noqa: PLC0415
    from apps.ops.doctor import worker_watch  # noqa: PLC0415

    warm_up.start()
    worker_watch.start()
    watchdog.start(asyncio.get_running_loop(), settings.WATCHDOG_SECONDS)


if __name__ == "__main__":
    main()
