"""The events of a run, as its guest and its staff could follow them."""

from __future__ import annotations

from typing import Any

from apps.concierge.context import Listener
from apps.conversations.stream.events import Event


class EventLog:
    """A `Listener` that passes all on, and keeps what guests are told.

    Statuses are kept as the nodes send them: pages show only some, by the clock.
    """

    def __init__(self, listener: Listener) -> None:
        self._listener = listener
        self._steps: dict[str, str] = {}
        self.events: list[Event] = []

    def tell(self, event: Event) -> None:
        self.events.append(self._comparable(event))
        self._listener.tell(event)

    def node_began(self, node: str) -> None:
        self._listener.node_began(node)

    def node_ended(self, node: str, seconds: float, update: dict[str, Any]) -> None:
        self._listener.node_ended(node, seconds, update)

    def _comparable(self, event: Event) -> Event:
        """Steps have random ids; here they have numbers."""
        if "step" not in event:
            return dict(event)
        number = self._steps.setdefault(event["step"], str(len(self._steps) + 1))
        return {**event, "step": number}
