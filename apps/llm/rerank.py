"""Judges a question and each of a few texts together, where search has judged alone."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from functools import cache
from typing import Protocol

import numpy as np
from django.conf import settings
from django.utils.module_loading import import_string
from numpy.typing import NDArray

from apps.llm.local.weights import WeightsUnavailable

logger = logging.getLogger(__name__)
Floats = NDArray[np.float32]


class Reranker(Protocol):
    """scores: the greater, the better a text answers; one scale for all questions."""

    def scores(self, question: str, texts: Sequence[str]) -> Floats: ...


def reranker() -> Reranker | None:
    """The one that `RERANKER` names; None without one, or without its weights."""
    return _built(settings.RERANKER) if settings.RERANKER else None


def reset() -> None:
    """Forgets it; for tests that change what is installed."""
    _built.cache_clear()


@cache
def _built(name: str) -> Reranker | None:
    build: Callable[[], Reranker] = import_string(settings.RERANK_PROVIDERS[name])
    try:
        return build()
    except WeightsUnavailable as error:
        logger.warning("Nothing is reranked: %s", error)
        return None
