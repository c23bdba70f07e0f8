"""Starts daphne; imported once the event loop policy is set, for daphne makes its loop.

https://github.com/django/daphne has neither a lifespan nor a draining of its own.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

from daphne import http_protocol
from daphne.cli import CommandLineInterface
from daphne.server import twisted_loop
from daphne.ws_protocol import WebSocketFactory
from twisted.internet import reactor as installed_reactor
from twisted.internet.defer import Deferred

from concierge_project.web.on_daphne.channel import BoundedChannel
from concierge_project.web.on_daphne.request import BoundedRequest
from concierge_project.web.on_daphne.websocket import BoundedWebSocket


def run(arguments: Sequence[str], on_start: Callable[[], None]) -> None:
    """Serves until SIGTERM; `on_start` is the first callback of the loop."""
    http_protocol.HTTPFactory.protocol = BoundedChannel
    http_protocol.WebRequest = BoundedRequest
    WebSocketFactory.protocol = BoundedWebSocket
    reactor: Any = installed_reactor
    twisted_loop.call_soon(on_start)
    # Twisted waits for what is registered before its shutdown.
    reactor.addSystemEventTrigger("before", "shutdown", _drain)
    # Its access lines hold addresses of guests; the site writes its own.
    CommandLineInterface().run(["--verbosity", "0", *arguments])


def _drain() -> Deferred[None]:
    # The turns are known to an app, and apps are loaded after this module.
    from concierge_project.web.drain import drain  # noqa: PLC0415

    return Deferred.fromFuture(asyncio.ensure_future(drain()))
