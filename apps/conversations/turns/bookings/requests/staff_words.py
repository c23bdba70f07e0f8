"""A wish in words for the staff, in English, as the queue shows it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, time
from typing import Any

from apps.conversations.turns.bookings.identity import codes
from apps.conversations.turns.bookings.words import (
    dates,
    decisions,
    offered_values,
    phrases,
    selection,
    sentences,
)
from apps.conversations.turns.bookings.writer import Writer
from apps.infrastructure import patterns
from apps.knowledge.question import parts
from apps.language import word_forms
from apps.privacy.redaction import redact

MOST_NOTE_CHARS = 200
_WITH_IT = patterns.compile(r"\b(?:with|con|avec) (.+)$", "i")


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


def joined(earlier: Mapping[str, Any], text: str) -> str:
    """The note that values hold already, and what the guest says besides."""
    return note(". ".join(filter(None, [earlier.get("note"), text])))


def beside(text: str, writer: Writer) -> str:
    """What a message says besides its wish, as a `note`: "my wife is allergic to nuts".

    Of one clause, that is "with a booth" at its end. Empty where all of it is part of
    the wish.
    """
    clauses = parts.clauses(text)
    if not clauses:
        return _with_it(text, writer)
    further = [clause for clause in clauses if not _is_of_wish(clause, writer)]
    is_wish_left = len(further) < len(clauses)
    return note(", ".join(further)) if further and is_wish_left else ""


def with_condition(values: Mapping[str, Any], text: str) -> dict[str, Any]:
    """The values, with the end of "late checkout at 1 only if it's free" as a note;
    not where they hold the guest's message already."""
    condition = decisions.condition_at_end(text) if "text" not in values else ""
    if not condition or condition in values.get("note", ""):
        return {**values}
    return {**values, "note": joined(values, condition)}


def _with_it(clause: str, writer: Writer) -> str:
    match = _WITH_IT.search(clause)
    return note(match[0]) if match and not _is_of_wish(match[1], writer) else ""


def _is_of_wish(clause: str, writer: Writer) -> bool:
    """Whether it says what is wanted, of which booking, when, or who wants it; or
    nothing at all."""
    return bool(
        writer.read(clause)
        or phrases.further(clause)
        or phrases.follow_up(clause)
        or offered_values.are_named(clause, writer.now)
        or selection.only_says_which(clause, writer.names)
        or decisions.read(clause).is_whole
        or codes.read(clause, is_asked_for=True).code
        or codes.stated_name(clause)
        or not word_forms.content(word_forms.stems(clause))
    )


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
