"""Reads a file of conversations with what good answers hold."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from apps.infrastructure import yaml_files
from benchmarks.guest_questions import answer_patterns

KINDS = frozenset({"fact", "unknown", "refusal", "care", "talk"})
FIELDS = frozenset({"ask", "kind", "must", "never", "first"})
Patterns = tuple[re.Pattern[str], ...]


@dataclass(frozen=True)
class Question:
    """must: all match a right answer. never: none does. first: one matches its opening.

    kind: `fact`; `unknown`, where the records do not hold it; `refusal`, where the
    concierge does not do that; `care`; `talk`.
    """

    text: str
    kind: str
    must: Patterns
    never: Patterns
    first: Patterns

    @property
    def is_answerable(self) -> bool:
        return self.kind in {"fact", "talk"}


@dataclass(frozen=True)
class Conversation:
    """at: the moment of all questions, on the property's clock."""

    number: int
    language: str
    at: datetime
    questions: tuple[Question, ...]


@dataclass(frozen=True)
class QuestionFile:
    property_slug: str
    conversations: tuple[Conversation, ...]


def read(path: Path) -> QuestionFile:
    """Raises ValueError, KeyError or re.error for what the file may not hold."""
    content = yaml_files.read(path)
    named, usual_moment = content.get("patterns") or {}, _moment(content["at"])
    return QuestionFile(
        property_slug=content["property"],
        conversations=tuple(
            Conversation(
                number=number,
                language=row.get("lang", "en"),
                at=_moment(row["at"]) if "at" in row else usual_moment,
                questions=tuple(_question(turn, named) for turn in row["turns"]),
            )
            for number, row in enumerate(content["conversations"], 1)
        ),
    )


def _moment(written: datetime | str) -> datetime:
    return datetime.fromisoformat(str(written))


def _question(turn: Mapping[str, Any], named: Mapping[str, str]) -> Question:
    kind = turn.get("kind", "fact")
    if kind not in KINDS or not set(turn) <= FIELDS:
        raise ValueError(f"“{turn['ask']}” has an unknown kind or field")
    must, never, first = (
        tuple(
            answer_patterns.expanded(pattern, named) for pattern in turn.get(name) or ()
        )
        for name in ("must", "never", "first")
    )
    return Question(turn["ask"], kind, must, never, first)
