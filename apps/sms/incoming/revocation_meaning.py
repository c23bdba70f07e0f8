"""Whether a message takes a consent back in words that no phrase has.

The local sentence model compares it with the references in `keywords.yaml`. The model
reads English, so other languages are left to the phrases.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from apps.conversations.turns.memory import memory_requests
from apps.infrastructure import yaml_files
from apps.language import detect
from apps.llm import embeddings
from apps.sms.incoming import keywords
from apps.sms.incoming.keywords import Command, Wish

# Measured on the messages in `docs/sms.md`.
MIN_SIMILARITY = 0.48
# How much nearer a message must be to a revocation than to an innocent one.
MIN_MARGIN = 0.1
# Who writes more asks for something, and may mention messages beside it.
MOST_WORDS = 20
ENGLISH = "en"


def read(text: str) -> Command | None:
    """The command to stop, where that is what the message means."""
    is_short = len(text.split()) <= MOST_WORDS
    if not is_short or detect.detect(text) != ENGLISH:
        return None
    # “Delete my data” is about what is remembered; the concierge does that.
    if keywords.is_exempt(text) or memory_requests.is_whole(text):
        return None
    [vector] = np.array(embeddings.local().embed_queries([text]), np.float32)
    revocations, innocents = _references(embeddings.local().name)
    similarity = float((revocations @ vector).max())
    margin = similarity - float((innocents @ vector).max())
    is_near = similarity >= MIN_SIMILARITY and margin >= MIN_MARGIN
    return Command(Wish.STOP, ENGLISH) if is_near else None


@cache
def _references(model: str) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Vectors of both lists, computed once for a model."""
    lists: dict[str, list[str]] = yaml_files.read(Path(keywords.DATA))["references"]
    embedder = embeddings.local()
    return (
        np.array(embedder.embed_documents(lists["revocations"]), np.float32),
        np.array(embedder.embed_documents(lists["innocents"]), np.float32),
    )
