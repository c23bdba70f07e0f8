"""Vectors of questions that this process has embedded before."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from django.core.cache import cache

from apps.llm.embeddings import Embedder

DAY = 24 * 60 * 60


def vectors(model: Embedder, texts: Sequence[str]) -> list[list[float]]:
    """One for each text; raises ModelUnavailable."""
    keys = {text: _key(model, text) for text in texts}
    found: dict[str, list[float]] = cache.get_many(keys.values())
    fresh = [text for text, key in keys.items() if key not in found]
    made = model.embed_queries(fresh) if fresh else []
    new = {keys[text]: vector for text, vector in zip(fresh, made, strict=True)}
    cache.set_many(new, DAY)
    known = {**found, **new}
    return [known[keys[text]] for text in texts]


def _key(model: Embedder, text: str) -> str:
    return f"vector:{hashlib.sha256(f'{model.name} {text}'.encode()).hexdigest()}"
