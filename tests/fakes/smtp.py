"""A mail server on loopback that keeps what it is sent, or refuses it."""

from __future__ import annotations

import socketserver
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from email import message_from_string
from email.message import Message
from typing import cast


@dataclass
class MailServer:
    """answer_to_recipient: what it says to each address, such as `550 Unknown`.
    greeting: what it says first; when empty, it hangs up. drip_seconds: between the
    letters of its answers, where it says them one by one."""

    port: int = 0
    answer_to_recipient: str = "250 OK"
    greeting: str = "220 fake"
    drip_seconds: float = 0
    connections: int = 0
    messages: list[Message] = field(default_factory=list)


class _Handler(socketserver.StreamRequestHandler):
    """The commands of RFC 5321 that Django's backend sends."""

    def handle(self) -> None:
        mail_server = cast("_Server", self.server).mail_server
        mail_server.connections += 1
        if not mail_server.greeting:
            return
        self._say(mail_server.greeting)
        while command := self.rfile.readline().decode().strip():
            verb = command[:4].upper()
            if verb == "RCPT":
                self._say(mail_server.answer_to_recipient)
            elif verb == "DATA":
                self._say("354 Go on")
                mail_server.messages.append(message_from_string(self._read_message()))
                self._say("250 OK")
            elif verb == "QUIT":
                self._say("221 Bye")
                return
            else:
                self._say("250 OK")

    def _say(self, line: str) -> None:
        pause = cast("_Server", self.server).mail_server.drip_seconds
        pieces = list(f"{line}\r\n") if pause else [f"{line}\r\n"]
        with suppress(OSError):  # a client that waits no longer
            for piece in pieces:
                self.wfile.write(piece.encode())
                time.sleep(pause)

    def _read_message(self) -> str:
        lines = []
        while (line := self.rfile.readline().decode()) not in {".\r\n", ""}:
            lines.append(line)
        return "".join(lines)


class _Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    mail_server: MailServer


@contextmanager
def mail_server() -> Iterator[MailServer]:
    server = _Server(("127.0.0.1", 0), _Handler)
    server.mail_server = MailServer(server.server_address[1])
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server.mail_server
    finally:
        server.shutdown()
        server.server_close()
