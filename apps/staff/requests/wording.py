"""What is asked for and what is offered, as staff read it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import time
from typing import Any

from apps.catalog.hours import formatting
from apps.properties import local_times
from apps.reservations import changes
from apps.reservations.models import Request

TIME = "%a %-d %b, %-I:%M %p"
CLOCKS = frozenset({"until", "from"})
NAMES = {"starts_at": "New time", "party": "People", "until": "Until", "from": "From"}


def named_values(request: Request, values: Mapping[str, Any]) -> list[tuple[str, str]]:
    """All but the words, by name; the time and the number of people come first."""
    ordered = {**{name: values.get(name) for name in NAMES}, **values}
    return [
        (
            NAMES.get(name, name.replace("_", " ").capitalize()),
            _text(request, name, value),
        )
        for name, value in ordered.items()
        if name != "words" and value not in (None, "")
    ]


def sentence(request: Request, values: Mapping[str, Any]) -> str:
    """“New time Fri 27 Nov, 8:30 PM; people 4; at the bar”; empty for nothing.

    Words that a value says already are not said again.
    """
    parts = [
        f"{name.lower() if place else name} {text}"
        for place, (name, text) in enumerate(named_values(request, values))
    ]
    words = str(values.get("words") or "")
    is_repeated = words.casefold() in {part.casefold() for part in parts}
    return "; ".join(filter(None, [*parts, "" if is_repeated else words]))


def _text(request: Request, name: str, value: Any) -> str:
    if name in CLOCKS:
        return formatting.say_time(time.fromisoformat(str(value)))
    moment = changes.moment(value)
    if moment is None:
        return str(value)
    place = request.property
    zone = local_times.zone_name(moment, place)
    return f"{moment.astimezone(place.zone):{TIME}}{zone}"
