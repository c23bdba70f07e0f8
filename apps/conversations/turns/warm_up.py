"""Reads what a process needs once, before its first guest asks."""

from __future__ import annotations

from apps.concierge import intent
from apps.concierge.guardrails import checks
from apps.llm.embeddings import embedder


def warm_up() -> None:
    """Families of the gate, weights of the router and, offline, of the embedder."""
    # Letters spelled apart have phrases of their own, which take half a second to make.
    checks.inspect("Good evening, w h a t i s o n")
    intent.classify("Good evening")
    embedder()
