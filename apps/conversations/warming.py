"""Reads what a process needs once, before its first guest asks."""

from __future__ import annotations

from apps.concierge.guardrails import gate
from apps.concierge.tools import intent
from apps.llm.embeddings import embedder


def warm_up() -> None:
    """Families of the gate, weights of the router and, offline, of the embedder."""
    gate.inspect("Good evening")
    intent.classify("Good evening")
    embedder()
