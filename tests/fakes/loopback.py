"""A server on loopback that records its requests and answers from a table."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Loopback:
    """answers: (status, body) by the beginning of the path; others are 404."""

    url: str = ""
    answers: dict[str, tuple[int, Any]] = field(default_factory=dict)
    requests: list[tuple[str, str, Any]] = field(default_factory=list)

    def sent(self, path: str) -> list[Any]:
        """Bodies that came to a path."""
        return [body for _, where, body in self.requests if where.startswith(path)]


class JsonHandler(BaseHTTPRequestHandler):
    """Answers requests with JSON."""

    def answer(self, status: int, content: Any) -> None:
        text = json.dumps(content).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *arguments: Any) -> None:
        """Writes nothing: pytest shows what a test needs."""


@contextmanager
def serving(handler: type[BaseHTTPRequestHandler]) -> Iterator[str]:
    """The address of a server on loopback."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


@contextmanager
def loopback() -> Iterator[Loopback]:
    fake = Loopback()

    class Handler(JsonHandler):
        def do_GET(self) -> None:
            self._answer_from_table("")

        def do_POST(self) -> None:
            length = int(self.headers.get("content-length") or 0)
            self._answer_from_table(self.rfile.read(length).decode())

        def do_DELETE(self) -> None:
            self.do_POST()

        def _answer_from_table(self, body: str) -> None:
            fake.requests.append((self.command, self.path, _read(body)))
            matching = [
                answer
                for path, answer in fake.answers.items()
                if self.path.startswith(path)
            ]
            no_page = (404, {"error": "no such page"})
            self.answer(*(matching[-1] if matching else no_page))

    with serving(Handler) as fake.url:
        yield fake


def _read(body: str) -> Any:
    try:
        return json.loads(body)
    except ValueError:
        return body
