"""Gathers unanswered questions that mean the same, the most frequent first."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from apps.infrastructure import sql
from apps.llm.embeddings import HashingEmbedder, embedder
from apps.llm.failures import ModelUnavailable
from apps.privacy.redaction import redact
from apps.staff.gaps import vector_cache

PERIOD = timedelta(days=30)
MOST = 1000
# Cosine from which two questions count as one: two wordings, not two wishes.
ALIKE = 0.72
STATEMENT = Path(__file__).with_name("unanswered.sql")


@dataclass(frozen=True)
class Question:
    """A guest's words without personal data, and where they were said."""

    message: int
    text: str
    conversation: UUID
    property_id: int
    asked_at: datetime


@dataclass
class Gap:
    """Questions of one meaning; the first of them speaks for all."""

    property_id: int
    questions: list[Question] = field(default_factory=list)

    @property
    def said(self) -> str:
        return self.questions[0].text

    @property
    def newest(self) -> datetime:
        return max(one.asked_at for one in self.questions)


def gaps(now: datetime) -> list[Gap]:
    """Of the last thirty days and the thousand newest questions."""
    rows = sql.fetch(sql.statement(STATEMENT), {"since": now - PERIOD, "most": MOST})
    asked = [
        Question(message, redact(text), talk, place, at)
        for message, text, talk, place, at in rows
    ]
    found = gathered(asked, _vectors([one.text for one in asked]))
    return sorted(found, key=lambda gap: (-len(gap.questions), -gap.newest.timestamp()))


def gathered(asked: list[Question], vectors: NDArray[np.float32]) -> list[Gap]:
    """Each question joins the first gap of its property that it is like."""
    found: list[Gap] = []
    heads: list[NDArray[np.float32]] = []
    for question, vector in zip(asked, vectors, strict=True):
        likeness = [
            float(head @ vector) if gap.property_id == question.property_id else 0.0
            for gap, head in zip(found, heads, strict=True)
        ]
        best = max(range(len(likeness)), key=likeness.__getitem__, default=-1)
        if best < 0 or likeness[best] < ALIKE:
            found.append(Gap(question.property_id))
            heads.append(vector)
            best = len(found) - 1
        found[best].questions.append(question)
    return found


def _vectors(texts: list[str]) -> NDArray[np.float32]:
    """Vectors of unit length, one for each text; the same text is embedded once."""
    if not texts:
        return np.zeros((0, 1), np.float32)
    single = list(dict.fromkeys(texts))
    known = dict(zip(single, _known(tuple(single)), strict=True))
    return np.array([known[text] for text in texts], np.float32)


def _known(texts: tuple[str, ...]) -> list[list[float]]:
    """Without the model the words alone say which questions are alike."""
    model = embedder()
    try:
        return vector_cache.vectors(model, texts)
    except ModelUnavailable:
        return HashingEmbedder().embed_queries(texts)
