"""How often guests were answered from a row, and with which questions."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from uuid import UUID

from django.core.cache import cache

from apps.infrastructure import sql
from apps.privacy.redaction import redact

PERIOD = timedelta(days=30)
# A list may be a minute behind; counting it for every page would not be worth it.
KEPT_SECONDS = 60
MOST_SHOWN = 10
FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Question:
    text: str
    conversation: UUID
    at: datetime


def counts(now: datetime) -> dict[int, int]:
    """Answers of the last thirty days by the row that they cite."""
    known: dict[int, int] | None = cache.get("asked")
    if known is None:
        rows = sql.fetch(
            sql.statement(FOLDER / "citation_counts.sql"), {"since": now - PERIOD}
        )
        known = {int(item): count for item, count in rows}
        cache.set("asked", known, KEPT_SECONDS)
    return known


def latest(item_id: int) -> list[Question]:
    """The last questions that were answered from a row, without personal data."""
    rows = sql.fetch(
        sql.statement(FOLDER / "latest_questions.sql"),
        {"cites": f'[{{"item_id": {item_id}}}]', "most": MOST_SHOWN},
    )
    return [Question(redact(text), talk, at) for text, talk, at in rows]
