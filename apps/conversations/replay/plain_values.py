"""Values of the ports of a turn as JSON, and back again without loss.

Only classes of a closed list are read, so a stored recording runs nothing.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterable
from dataclasses import fields, is_dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

import numpy as np

from apps.concierge.bookings import BookingReply
from apps.concierge.context import Help, Limits, Resort, Results
from apps.concierge.forecast import Day, Forecast, Hour
from apps.concierge.guest_memory import Doubt, RememberedFact, Telling
from apps.concierge.thread_memory import StoredCheckpoint
from apps.conversations.turns.active_turn import Answer
from apps.conversations.turns.graph_runs.background_plan import History
from apps.guests.extraction import Contradiction, FoundFact, Reading
from apps.guests.profile import Profile, ProfileFact
from apps.knowledge.comparison.tier_thresholds import Tier
from apps.knowledge.question.row_names import Name
from apps.knowledge.search.known_guest import KnownGuest

CLASSES: dict[str, type[Any]] = {
    each.__name__: each
    for each in (
        Answer,
        BookingReply,
        Contradiction,
        Day,
        Doubt,
        Forecast,
        FoundFact,
        Help,
        History,
        Hour,
        KnownGuest,
        Limits,
        Name,
        Profile,
        ProfileFact,
        Reading,
        RememberedFact,
        Resort,
        Results,
        StoredCheckpoint,
        Telling,
        Tier,
    )
}
# Marks a mapping that stands for a value of another type.
TYPE = "$type"


def encode(value: Any) -> Any:
    """As JSON knows it. Raises TypeError for a class that is not of the list."""
    match value:
        case None | bool():
            return value
        case str() | int() | float():
            return _plain_scalar(value)
        case np.generic():
            return encode(value.item())
        case list():
            return [encode(item) for item in value]
        case dict():
            return _mapping(value)
    return {TYPE: type(value).__name__, "value": _content(value)}


def decode(value: Any) -> Any:
    """The value that was encoded."""
    if isinstance(value, list):
        return [decode(item) for item in value]
    if not isinstance(value, dict):
        return value
    if TYPE not in value:
        return {key: decode(item) for key, item in value.items()}
    kind, content = value[TYPE], value["value"]
    if kind in CLASSES:
        return CLASSES[kind](**{key: decode(item) for key, item in content.items()})
    return _DECODERS[kind](content)


def _plain_scalar(value: Any) -> Any:
    """Choices of a model are texts; JSON would write them so as well."""
    for kind in (str, int, float):
        if isinstance(value, kind):
            return kind(value)
    raise TypeError(type(value).__name__)


def _mapping(value: dict[Any, Any]) -> Any:
    if all(isinstance(key, str) and key != TYPE for key in value):
        return {str(key): encode(item) for key, item in value.items()}
    pairs = [[encode(key), encode(item)] for key, item in value.items()]
    return {TYPE: "dict", "value": pairs}


def _content(value: Any) -> Any:
    for kind, content in _CONTENTS:
        if isinstance(value, kind):
            return content(value)
    if is_dataclass(value) and type(value).__name__ in CLASSES:
        return {
            each.name: encode(getattr(value, each.name))
            for each in fields(value)
            if each.init
        }
    raise TypeError(f"No recording holds a {type(value).__name__}.")


def _items(values: Iterable[Any]) -> list[Any]:
    return [encode(item) for item in values]


def _moment(value: datetime) -> list[str]:
    return [value.isoformat(), getattr(value.tzinfo, "key", "")]


def _datetime(content: list[str]) -> datetime:
    text, zone = content
    moment = datetime.fromisoformat(text)
    return moment.astimezone(ZoneInfo(zone)) if zone else moment


# The first class that a value is of counts.
_CONTENTS: tuple[tuple[Any, Callable[[Any], Any]], ...] = (
    (tuple, _items),
    ((set, frozenset), lambda value: _items(sorted(value))),
    (bytes, lambda value: base64.b64encode(value).decode()),
    (datetime, _moment),
    (date, date.isoformat),
    (UUID, str),
    (np.ndarray, lambda value: [str(value.dtype), value.tolist()]),
)
_DECODERS: dict[str, Callable[[Any], Any]] = {
    "tuple": lambda content: tuple(map(decode, content)),
    "set": lambda content: set(map(decode, content)),
    "frozenset": lambda content: frozenset(map(decode, content)),
    "bytes": base64.b64decode,
    "datetime": _datetime,
    "date": date.fromisoformat,
    "UUID": UUID,
    "ndarray": lambda content: np.array(content[1], dtype=content[0]),
    "dict": lambda content: {decode(key): decode(item) for key, item in content},
}
