"""How often each row is cited, and by the answers to which questions of guests."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from uuid import UUID

from django.core.cache import cache

from apps.infrastructure import sql
from apps.privacy.redaction import redact

PERIOD = timedelta(days=30)
CACHE_KEY = "citation-counts"
CACHE_SECONDS = 60
MOST_QUESTIONS = 10
FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Question:
    text: str
    conversation_id: UUID
    at: datetime


def by_item(now: datetime) -> dict[int, int]:
    """Answers of the last thirty days by the row they cite; up to a minute old."""
    counts: dict[int, int] | None = cache.get(CACHE_KEY)
    if counts is None:
        rows = sql.fetch(
            sql.statement(FOLDER / "citation_counts.sql"), {"since": now - PERIOD}
        )
        counts = {int(item_id): count for item_id, count in rows}
        cache.set(CACHE_KEY, counts, CACHE_SECONDS)
    return counts


def latest_questions(item_id: int) -> list[Question]:
    """The latest questions of guests whose answers cite the row, redacted."""
    rows = sql.fetch(
        sql.statement(FOLDER / "latest_questions.sql"),
        {"cites": f'[{{"item_id": {item_id}}}]', "most": MOST_QUESTIONS},
    )
    return [Question(redact(text), thread, at) for text, thread, at in rows]
