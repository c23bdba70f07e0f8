"""What the gate takes a message for, with the vector that a turn gives it."""

from __future__ import annotations

from apps.concierge.guardrails import checks
from apps.llm import embeddings


def category(text: str) -> str:
    """Empty for a message that it lets pass."""
    [vector] = embeddings.local().embed_queries([text])
    finding = checks.inspect(text, vector)
    return finding.category if finding else ""
