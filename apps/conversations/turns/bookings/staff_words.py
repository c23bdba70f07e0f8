"""A wish in words for the staff, in English, as the queue shows it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, time
from typing import Any

from apps.conversations.turns.bookings.words import dates, sentences
from apps.privacy.redaction import redact

MOST_NOTE_CHARS = 200


def of(values: Mapping[str, Any]) -> str:
    """In a line; values: of a `Request.wish`."""
    parts = [
        _move(values.get("starts_at")),
        sentences.party(values["party"], "en") if "party" in values else "",
        *(
            f"{name} {_clock(values[name])}"
            for name in ("until", "from")
            if name in values
        ),
        _quoted(values),
        f"call {values['phone']}" if "phone" in values else "",
        f"“{values['note']}”" if values.get("note") else "",
    ]
    return "; ".join(filter(None, parts))


def note(text: str) -> str:
    """A guest's own words, without numbers of cards and the like."""
    return redact(" ".join(text.split()))[:MOST_NOTE_CHARS]


def _quoted(values: Mapping[str, Any]) -> str:
    if "text" not in values:
        return ""
    service = f"{values['what']}: " if "what" in values else ""
    return f"{service}“{values['text']}”"


def _move(starts_at: str | None) -> str:
    moment = datetime.fromisoformat(starts_at) if starts_at else None
    return f"move to {dates.say(moment, 'en')}" if moment else ""


def _clock(text: str) -> str:
    return dates.say_clock(time.fromisoformat(text), "en")
