"""What has come of a run of the graph: its events, and an outcome in JSON that does not
depend on the clock.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from apps.concierge.context import Listener
from apps.conversations.replay.plain_values import encode
from apps.conversations.stream.events import Event
from apps.conversations.turns.graph_runs.graph_run import GraphRun

# Of the metrics, those that are no times; the nodes are listed apart.
METRICS = (
    "route",
    "guardrail",
    "likely_guardrail",
    "is_in_part",
    "specialist",
    "provider",
    "model",
    "fallback_reason",
    "prompt_hash",
    "input_tokens",
    "output_tokens",
    "cost_micros",
)
Outcome = dict[str, Any]


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


def of(run: GraphRun, events: Sequence[Event]) -> Outcome:
    """answer: its fields. events: as they were told. nodes: without durations."""
    metrics = run.metrics
    return {
        "answer": encode(run.answer)["value"],
        "events": encode(list(events)),
        "nodes": [_without_times(node) for node in encode(metrics["nodes"])],
        "metrics": {name: metrics[name] for name in METRICS},
    }


def _without_times(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {
            key: _without_times(item)
            for key, item in value.items()
            if key != "duration_ms"
        }
    if isinstance(value, list):
        return [_without_times(item) for item in value]
    return value
