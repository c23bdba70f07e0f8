"""Tells what tools have worked out, as it stands."""

from __future__ import annotations

from apps.concierge.extractive.facts import SpeakerRequest
from apps.concierge.tools import passages


def text(request: SpeakerRequest) -> str:
    """Every sentence of their results; empty where the records are asked."""
    facts = [fact for fact in request.facts if fact.kind in passages.CATEGORIES]
    sentences = [f"{fact.in_language or fact.text} [{fact.number}]" for fact in facts]
    return " ".join(filter(None, [request.not_spoken if sentences else "", *sentences]))
