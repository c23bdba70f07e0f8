"""How questions are searched while the provider of vectors is away."""

from __future__ import annotations

from apps.knowledge.indexing import vectors
from apps.llm import embeddings


def without_provider() -> str:
    local = embeddings.local().name
    if local in vectors.ready_models():
        return f"searched with {local}"
    return "searched by keyword"
