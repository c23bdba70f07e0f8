"""Flower, which shows Celery's queues and workers, beside a local site."""

from __future__ import annotations

import socket

HOST = "127.0.0.1"


def arguments(port: int) -> list[str]:
    """After `python -m`. Only this machine reaches it, so it asks for no password."""
    return [
        "celery",
        "-A",
        "concierge_project",
        "flower",
        f"--address={HOST}",
        f"--port={port}",
        "--persistent=False",
    ]


def url(port: int) -> str:
    return f"http://{HOST}:{port}/"


def is_free(port: int) -> bool:
    """Another site on this machine may have one already."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError:
            return False
    return True
