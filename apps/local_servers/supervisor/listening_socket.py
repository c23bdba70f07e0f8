"""The address the site answers at: claiming it, and asking whether it answers."""

import errno
import http.client
import socket
import urllib.error
import urllib.request

from apps.local_servers.errors import Unavailable

PORTS_TRIED = 50
BACKLOG = 1024


def listen(host: str, port: int) -> socket.socket:
    """A listening socket at `port`, or at the next free one above it.

    The supervisor keeps it and hands it to the web process, so the address stays ours
    while that one restarts.
    """
    for candidate in range(port, min(port + PORTS_TRIED, 65536)):
        try:
            return _bind(host, candidate)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise Unavailable(
                    f"{host}:{candidate} cannot be used: {error.strerror}. Choose "
                    "another with --host and --port."
                ) from error
    raise Unavailable(f"No port from {port} on is free. Choose one with --port.")


def _bind(host: str, port: int) -> socket.socket:
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(BACKLOG)
    except OSError:
        listening.close()
        raise
    return listening


def url(listening: socket.socket) -> str:
    """The address to open in a browser on this machine."""
    host, port = listening.getsockname()
    return f"http://{'127.0.0.1' if host == '0.0.0.0' else host}:{port}"  # noqa: S104


def page_status(page: str, seconds: float) -> int | None:
    """HTTP status of a page; nothing when no answer came in time."""
    try:
        with urllib.request.urlopen(page, timeout=seconds) as answer:  # noqa: S310
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code
    except (OSError, http.client.HTTPException):
        return None
