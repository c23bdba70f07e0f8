"""Passages, their vectors, how guests ask for fields, and where documents and rows
disagree."""

from apps.knowledge.models.disagreements import Comparison, Disagreement
from apps.knowledge.models.held_sentences import HeldSentence
from apps.knowledge.models.passages import (
    Embedding,
    Passage,
    Phrasing,
    Sentence,
    SnapshotStamp,
    item_of,
)

__all__ = [
    "Comparison",
    "Disagreement",
    "Embedding",
    "HeldSentence",
    "Passage",
    "Phrasing",
    "Sentence",
    "SnapshotStamp",
    "item_of",
]
