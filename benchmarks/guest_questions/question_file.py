"""Reads a file of conversations with what good answers hold.

A named pattern or time of the file stands for a regular expression: `<yes>` is a
pattern that the file names; `<22:00>` is a time in any usual wording.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from apps.infrastructure import yaml_files

REFERENCE = re.compile(r"<(\d\d:\d\d|[a-z]\w*)>")
NOON = 12
NAMES = {0: "midnight|medianoche|minuit", NOON: r"\bnoon|mediod|midi"}
BEFORE_A_TIME = "(?:las?|until|till?|by|at|from|to)"
NUMBERS = [
    "twelve",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
]
KINDS = frozenset({"fact", "unknown", "refusal", "care", "talk"})
FIELDS = frozenset({"ask", "kind", "must", "never", "first"})
Patterns = tuple[re.Pattern[str], ...]


def expanded(pattern: str, named: Mapping[str, str]) -> re.Pattern[str]:
    """Raises KeyError for a name that the file does not define."""

    def replacement(reference: re.Match[str]) -> str:
        word = reference[1]
        own = _time(word) if word[0].isdigit() else expanded(named[word], named).pattern
        return f"(?:{own})"

    return re.compile(REFERENCE.sub(replacement, pattern), re.IGNORECASE)


def _time(written: str) -> str:
    hour, minute = written.split(":")
    number = int(hour) % NOON or NOON
    minutes = rf"[:.]{minute}" if minute != "00" else "(?:[:.]00)?"
    half = "a" if int(hour) < NOON else "p"
    wordings = [
        rf"\b{number}{minutes} ?{half}\.? ?m\b",
        rf"\b{int(hour):02}[:.h ]+{minute}\b(?! ?[ap]\.? ?m)",
        rf"\b{int(hour)} ?(?:h|heures?|horas)\b ?{minute.removeprefix('00')}",
        rf"\b{number}{minutes} (?:in the|at night|de la|du (?:soir|matin)|tonight)",
        rf"\b{BEFORE_A_TIME} {number}{minutes}(?! ?[ap]\.?m|[:.\d])\b",
    ]
    if minute == "00":
        wordings.append(rf"\b{NUMBERS[number % NOON]} (?:in the|at night|o'clock)")
        wordings.append(NAMES.get(int(hour), wordings[0]))
    return "|".join(wordings)


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
        tuple(expanded(pattern, named) for pattern in turn.get(name) or ())
        for name in ("must", "never", "first")
    )
    return Question(turn["ask"], kind, must, never, first)
