"""Questions of guests with the rows and fields that answer them, by several authors."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils import timezone

from apps.catalog.demo import loader
from apps.infrastructure import yaml_files
from apps.knowledge import property_snapshot
from apps.knowledge.property_snapshot import PropertySnapshot
from apps.properties.models import Property

Embed = Callable[[Sequence[str]], Sequence[Sequence[float]]]

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
    """rows: names of the rows that answer. fields: theirs. shape: of a good answer.

    message: the whole message; with several questions each of them is one of its parts.
    is_open: whether it may as well be read as several questions.
    """

    text: str
    rows: tuple[str, ...]
    fields: frozenset[str]
    shape: str
    message: str = ""
    is_open: bool = False


@dataclass(frozen=True)
class Conversation:
    """moment: of asking, on the clock of the resort, where the author names one."""

    author: str
    resort: str
    language: str
    questions: tuple[Question, ...]
    moment: datetime | None = None

    def messages(self) -> list[tuple[Question, ...]]:
        """The questions of each message, in order."""
        groups = groupby(self.questions, key=lambda question: question.message)
        return [tuple(own) for _, own in groups]


def read(folder: Path = FOLDER) -> list[Conversation]:
    """All conversations; the name of a file is its author's."""
    return [
        Conversation(
            author=path.stem,
            resort=row["resort"],
            language=row.get("lang", "en"),
            questions=tuple(_questions(row)),
            moment=_moment(row.get("at")),
        )
        for path in sorted(folder.glob("*.yaml"))
        for row in yaml_files.read(path)
    ]


def _moment(written: object) -> datetime | None:
    return datetime.fromisoformat(str(written)) if written else None


def fixture_paths() -> list[Path]:
    """The files of the demo properties and of the resorts that only training knows."""
    folders = (settings.BASE_DIR / "fixtures", RESORTS)
    return [path for folder in folders for path in sorted(folder.glob("*.yaml"))]


def load_resorts() -> None:
    with tempfile.TemporaryDirectory() as folder:
        for path in fixture_paths():
            shutil.copy(path, folder)
        loader.load(Path(folder), timezone.now())


def with_snapshots(
    conversations: Iterable[Conversation],
) -> Iterator[tuple[Conversation, PropertySnapshot]]:
    """Each conversation with the records of its resort, which has been loaded."""
    snapshots: dict[str, PropertySnapshot] = {}
    for conversation in conversations:
        slug = conversation.resort
        if slug not in snapshots:
            snapshots[slug] = property_snapshot.of(Property.objects.get(slug=slug).pk)
        yield conversation, snapshots[slug]


def _questions(row: dict[str, Any]) -> Iterator[Question]:
    """The parts of a message are read as turns that follow each other."""
    for turn in row["turns"]:
        for part in turn.get("parts", [turn]):
            yield Question(
                text=str(part["text"]),
                rows=tuple(part.get("rows") or ()),
                fields=frozenset(part.get("fields") or ()),
                shape=part["shape"],
                message=str(turn["text"]),
                is_open=bool(turn.get("open")),
            )
