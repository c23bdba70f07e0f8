"""Questions of guests with the rows and fields that answer them, by several authors."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

FOLDER = Path(__file__).parent / "examples" / "questions"
RESORTS = Path(__file__).parent / "resorts"
# Answered with fixed replies, never from the records.
NOT_FOR_RECORDS = frozenset(
    {"booking", "complaint", "advice", "thanks", "smalltalk", "offtopic"}
)
# What the records do not hold.
UNANSWERED = NOT_FOR_RECORDS | {"none"}


@dataclass(frozen=True)
class Question:
    """rows: names of the rows that answer. fields: theirs. shape: of a good answer."""

    text: str
    rows: tuple[str, ...]
    fields: frozenset[str]
    shape: str


@dataclass(frozen=True)
class Conversation:
    author: str
    resort: str
    language: str
    questions: tuple[Question, ...]


def read(folder: Path = FOLDER) -> list[Conversation]:
    """All conversations; the name of a file is its author's."""
    return [
        Conversation(
            author=path.stem,
            resort=row["resort"],
            language=row.get("lang", "en"),
            questions=tuple(_questions(row)),
        )
        for path in sorted(folder.glob("*.yaml"))
        for row in yaml.safe_load(path.read_text("utf-8"))
    ]


def _questions(row: dict[str, Any]) -> Iterator[Question]:
    for turn in row["turns"]:
        yield Question(
            text=str(turn["text"]),
            rows=tuple(turn.get("rows") or ()),
            fields=frozenset(turn.get("fields") or ()),
            shape=turn["shape"],
        )
