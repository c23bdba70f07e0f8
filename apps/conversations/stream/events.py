"""Events of a turn as every door sends them. Each carries `turn` and `seq`."""

from __future__ import annotations

from typing import Any

Event = dict[str, Any]

# Events after which nothing follows.
LAST = frozenset({"done", "error"})
STAFF_ONLY = frozenset({"graph_node"})


def is_last(event: Event) -> bool:
    return event["type"] in LAST


def for_guests(event: Event) -> bool:
    return event["type"] not in STAFF_ONLY
