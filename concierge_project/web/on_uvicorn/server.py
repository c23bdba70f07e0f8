"""Starts uvicorn behind the options that daphne takes here."""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from socket import socket

import uvicorn

from concierge_project.web import flood_limits
from concierge_project.web.connections import KEEP_ALIVE_SECONDS
from concierge_project.web.on_uvicorn.request import BoundedHttp
from concierge_project.web.on_uvicorn.websocket import BoundedWebSocket

SIGNALS = (signal.SIGINT, signal.SIGTERM)
# Bytes of a request's first line and headers together; Twisted has the same limit.
MOST_HEADER_BYTES = 16384


def run(arguments: Sequence[str], on_start: Callable[[], None]) -> None:
    """Serves until SIGTERM; `on_start` is called before the first connection."""
    options = _parser().parse_args(arguments)
    sys.path.insert(0, ".")
    server = _DrainingServer(_config(options), on_start)
    server.run()
    sys.exit(0 if server.started else 1)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m concierge_project.web")
    parser.add_argument("-b", "--bind", default="127.0.0.1")
    parser.add_argument("-p", "--port", type=int, default=8000)
    parser.add_argument("--fd", type=int, help="a listening socket to inherit")
    parser.add_argument("--ping-interval", type=float, default=20)
    parser.add_argument("--ping-timeout", type=float, default=30)
    parser.add_argument("--application-close-timeout", type=int, default=10)
    parser.add_argument("--no-server-name", action="store_true", help="never sent")
    parser.add_argument("application")
    return parser


def _config(options: argparse.Namespace) -> uvicorn.Config:
    return uvicorn.Config(
        options.application,
        host=options.bind,
        port=options.port,
        fd=options.fd,
        loop="uvloop",
        http=BoundedHttp,
        ws=BoundedWebSocket,
        ws_max_size=flood_limits.LONGEST_MESSAGE_BYTES,
        # Frames of one word grow by it, and each socket needs memory for it.
        ws_per_message_deflate=False,
        ws_ping_interval=options.ping_interval,
        ws_ping_timeout=options.ping_timeout,
        lifespan="off",
        # Its lines hold addresses of guests; the site writes its own.
        log_config=None,
        log_level="warning",
        access_log=False,
        # `TRUSTED_PROXY_COUNT` says whose X-Forwarded-For counts.
        proxy_headers=False,
        server_header=False,
        h11_max_incomplete_event_size=MOST_HEADER_BYTES,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=options.application_close_timeout,
    )


class _DrainingServer(uvicorn.Server):
    """Finishes turns before it closes their sockets, and ends with 0 on SIGTERM."""

    def __init__(self, config: uvicorn.Config, on_start: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_start = on_start

    async def startup(self, sockets: list[socket] | None = None) -> None:
        self._on_start()
        await super().startup(sockets)

    async def shutdown(self, sockets: list[socket] | None = None) -> None:
        # The turns are known to an app, and apps are loaded after this module.
        from concierge_project.web.drain import drain  # noqa: PLC0415

        for server in self.servers:
            server.close()
        await drain()
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """uvicorn's own raises a signal again when all is done."""
        loop = asyncio.get_running_loop()
        for number in SIGNALS:
            loop.add_signal_handler(number, self.handle_exit, number, None)
        yield
