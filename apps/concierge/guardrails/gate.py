"""The checks in their order; the first finding decides."""

from __future__ import annotations

from apps.concierge.guardrails import book
from apps.concierge.guardrails.finding import Finding
from apps.concierge.guardrails.readings import Reading

# Somebody in danger comes before everything else, whatever else a message holds.
ORDER = (
    "self_harm",
    "prompt_injection",
    "responsible_gaming",
    "age_verification",
    "bsa_aml",
    "patron_privacy",
)


def inspect(text: str) -> Finding | None:
    """What stops this message before any model sees it; None lets it pass."""
    reading = Reading(text)
    findings = (check(category, reading) for category in ORDER)
    return next((finding for finding in findings if finding), None)


def check(category: str, reading: Reading) -> Finding | None:
    """One category's families over all readings of a message."""
    page = book.book(category)
    views = [(page.spaced, reading.spaced), (page.marked, reading.marked)]
    if reading.squeezed:
        views.insert(1, (page.squeezed, reading.squeezed))
    names = (f.name for said, text in views for f in said if f.is_said_in(text))
    name = next(names, None)
    return Finding(category, name) if name else None
