"""Telnyx on loopback: sends text messages over real HTTP, and signs webhooks.

with running_server() as telnyx:
    settings.SMS_API_URL, settings.TELNYX_PUBLIC_KEY = telnyx.url, telnyx.public_key
    body, headers = telnyx.incoming("+18605550100", "+18605550199", "Is it open?")
    ...
    assert telnyx.texts_to("+18605550100") == ["Yes."]
"""

from __future__ import annotations

import base64
import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.fakes.loopback import JsonHandler, serving

Signed = tuple[bytes, dict[str, str]]
API_KEY = "KEY-of-the-fake"
DROPPED = 0


@dataclass
class Telnyx:
    """failures: statuses of the next answers, in order; `DROPPED` sends the message and
    closes the connection without an answer. pause_seconds: before a message is sent.
    """

    url: str = ""
    key: Ed25519PrivateKey = field(default_factory=Ed25519PrivateKey.generate)
    sent: list[dict[str, Any]] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)
    failures: list[int] = field(default_factory=list)
    error_code: str = "40008"
    pause_seconds: float = 0

    @property
    def public_key(self) -> str:
        raw = self.key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
        return base64.b64encode(raw).decode()

    def forget(self) -> None:
        self.sent.clear()
        self.requests.clear()
        self.failures.clear()
        self.error_code, self.pause_seconds = "40008", 0

    def texts_to(self, number: str) -> list[str]:
        return [message["text"] for message in self.sent if message["to"] == number]

    def incoming(self, sender: str, receiver: str, text: str, **values: Any) -> Signed:
        """A signed webhook: `event_id`, `media` and `event_type` may be given."""
        payload = {
            "id": str(uuid4()),
            "direction": "inbound",
            "from": {"phone_number": sender},
            "to": [{"phone_number": receiver, "status": "webhook_delivered"}],
            "text": text,
            "media": values.get("media", []),
        }
        return self.event("message.received", payload, values.get("event_id", ""))

    def status(self, message: dict[str, Any], status: str) -> Signed:
        """What became of a message that was sent."""
        payload = {
            "id": message["id"],
            "direction": "outbound",
            "to": [{"phone_number": message["to"], "status": status}],
            "tags": message["tags"],
            "errors": [],
        }
        return self.event("message.finalized", payload)

    def event(self, kind: str, payload: dict[str, Any], event_id: str = "") -> Signed:
        data = {
            "record_type": "event",
            "id": event_id or str(uuid4()),
            "event_type": kind,
            "payload": payload,
        }
        return self.sign(json.dumps({"data": data}).encode())

    def sign(self, body: bytes, age_seconds: float = 0) -> Signed:
        timestamp = str(int(time.time() - age_seconds))
        signature = self.key.sign(timestamp.encode() + b"|" + body)
        return body, {
            "telnyx-timestamp": timestamp,
            "telnyx-signature-ed25519": base64.b64encode(signature).decode(),
            "content-type": "application/json",
        }


@contextmanager
def running_server() -> Iterator[Telnyx]:
    fake = Telnyx()
    with serving(_handler(fake)) as fake.url:
        yield fake


def _handler(fake: Telnyx) -> type[JsonHandler]:
    class Handler(JsonHandler):
        def do_POST(self) -> None:  # noqa: N802 - the name that the server calls
            fake.requests.append(f"POST {self.path}")
            length = int(self.headers.get("content-length") or 0)
            body = json.loads(self.rfile.read(length))
            if self.headers.get("authorization") != f"Bearer {API_KEY}":
                return self.answer(401, _errors("10009", "Authentication failed"))
            failure = fake.failures.pop(0) if fake.failures else None
            if failure:
                return self.answer(failure, _errors(fake.error_code, "Refused"))
            time.sleep(fake.pause_seconds)
            message = {**body, "id": str(uuid4())}
            fake.sent.append(message)
            if failure == DROPPED:
                self.close_connection = True
                return None
            return self.answer(200, {"data": {"id": message["id"]}})

        def do_GET(self) -> None:  # noqa: N802 - the name that the server calls
            fake.requests.append(f"GET {self.path}")
            query = parse_qs(urlsplit(self.path).query)
            number = query.get("filter[cld]", [""])[0]
            records = [
                {"uuid": message["id"], "tags": ",".join(message["tags"])}
                for message in fake.sent
                if message["to"] == number
            ]
            self.answer(200, {"data": records})

    return Handler


def _errors(code: str, title: str) -> dict[str, Any]:
    return {"errors": [{"code": code, "title": title}]}
