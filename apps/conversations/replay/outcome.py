"""What has come of a run of the graph, as JSON that does not depend on the clock."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

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
