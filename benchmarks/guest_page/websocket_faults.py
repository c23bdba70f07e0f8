"""Half an answer, and a fault: frames of a websocket held back or replaced."""

from __future__ import annotations

import json
from typing import Any

from playwright.async_api import WebSocketRoute as AsyncRoute
from playwright.sync_api import WebSocketRoute

TOKENS_SHOWN = 3
FAULT = {
    "type": "error",
    "message": "I could not finish this answer. The fault is on our side. You can ask "
    "again, or call 1-888-226-7711.",
    "reference": "K7M2",
    "phone": "1-888-226-7711",
    "tel": "tel:+18882267711",
}


def hold_back(route: WebSocketRoute | AsyncRoute) -> None:
    """Passes the first tokens of an answer on and nothing that follows them."""
    server = route.connect_to_server()
    tokens: list[object] = []

    def pass_on(frame: str | bytes) -> None:
        events = []
        for event in _events(frame):
            tokens.extend([event] if event["type"] == "token" else [])
            is_late = event["type"] in ("sources", "followups", "done")
            if len(tokens) <= TOKENS_SHOWN and not is_late:
                events.append(event)
        if events:
            route.send(json.dumps({"events": events}))

    server.on_message(pass_on)


def _events(frame: str | bytes) -> list[dict[str, Any]]:
    message = json.loads(frame)
    events: list[dict[str, Any]] = message.get("events", [message])
    return events


def fail(route: WebSocketRoute | AsyncRoute) -> None:
    """Sends an error in the place of the answer."""
    server = route.connect_to_server()

    def pass_on(frame: str | bytes) -> None:
        for event in _events(frame):
            if event["type"] == "done":
                position = {"turn": event.get("turn"), "seq": event.get("seq")}
                route.send(json.dumps({**position, **FAULT}))
            elif event["type"] in ("history", "metadata", "error"):
                route.send(json.dumps(event))

    server.on_message(pass_on)
