"""Which turns speak of a guest's bookings and requests."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from django.db.models import Q

from apps.concierge.bookings import CATEGORY
from apps.concierge.tools import my_bookings

if TYPE_CHECKING:
    from apps.conversations.models import Message, Turn

# The route and the node alike.
BOOKINGS = "bookings"
# A model that calls these answers from them, whichever sources it cites.
TOOLS = frozenset({my_bookings.NAME})


def is_one(turn: Turn, messages: Iterable[Message]) -> bool:
    """Whether it asked for, or told, anything of a booking or a request.

    messages: of the turn, or those that matter.
    """
    steps = {node.get("node") for node in turn.nodes}
    calls = (node.get("metadata", {}).get("tool_calls", ()) for node in turn.nodes)
    tools = {call["tool"] for own in calls for call in own}
    return (
        turn.route == BOOKINGS
        or BOOKINGS in steps
        or not TOOLS.isdisjoint(tools)
        or any(map(tells_of_one, messages))
    )


def of_trace(prefix: str = "") -> Q:
    """A condition for rows: whether the steps of the turn tell that it is one."""
    steps = [{"node": BOOKINGS}]
    calls = [[{"metadata": {"tool_calls": [{"tool": name}]}}] for name in TOOLS]
    condition = Q((f"{prefix}route", BOOKINGS))
    for part in (steps, *calls):
        condition |= Q((f"{prefix}nodes__contains", part))
    return condition


def tells_of_one(message: Message) -> bool:
    """Whether it shows anything of a booking or a request."""
    categories = {citation.get("category") for citation in message.citations}
    return bool(message.requests) or CATEGORY in {*message.sources, *categories}
