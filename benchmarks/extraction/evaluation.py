"""Compares the facts that are taken from messages with those that they tell."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from apps.guests.extraction import Reading, facts_in

FOLDER = Path(__file__).parent
MESSAGES = FOLDER / "messages.jsonl"
# Of four guests, each with a way of his own to write.
PERSONAS = FOLDER / "personas.jsonl"
# Of somebody who had not read the code, in many registers and all languages.
NIGHT_DESK = FOLDER / "night_desk.jsonl"
# Once held back, and looked at since: of a second who writes so, and two more guests.
FURTHER_NIGHT_DESK = FOLDER / "further_night_desk.jsonl"
FURTHER_PERSONAS = FOLDER / "further_personas.jsonl"
# Never looked at: written before the code; and of two authors who have not read it, the
# second of whom wrote when all of it was there.
HELD_BACK = FOLDER / "held_back.jsonl"
HELD_BACK_GUESTS = FOLDER / "held_back_guests.jsonl"
HELD_BACK_STRANGER = FOLDER / "held_back_stranger.jsonl"
# When the guests of the project's own messages write: a Tuesday.
NOW = datetime(2026, 5, 12, 10, tzinfo=ZoneInfo("America/New_York"))
# Peanuts are kept apart since; before, their allergy was labelled as one to nuts.
PEANUTS = (
    "peanut",
    "groundnut",
    "cacahu",
    "maní",
    "arachid",
    "erdnu",
    "erdnü",
    "amendo",
    "花生",
)
NUTS, PEANUT = (("dietary_needs", f"{kind}_allergy") for kind in ("nut", "peanut"))

# One thing that a message tells: the key, and a piece of its value.
Told = tuple[str, str]


@dataclass(frozen=True)
class Row:
    """expected: what has to be taken. allowed: what may be taken as well."""

    text: str
    language: str
    now: datetime
    expected: frozenset[Told]
    allowed: frozenset[Told] = frozenset()
    keys: frozenset[str] | None = None


@dataclass
class Score:
    """Counts by key; precision and recall from 0 to 1."""

    right: Counter[str] = field(default_factory=Counter)
    wrong: Counter[str] = field(default_factory=Counter)
    missed: Counter[str] = field(default_factory=Counter)

    @property
    def precision(self) -> float:
        right = self.right.total()
        return right / max(right + self.wrong.total(), 1)

    @property
    def recall(self) -> float:
        right = self.right.total()
        return right / max(right + self.missed.total(), 1)


@dataclass(frozen=True)
class Miss:
    text: str
    wrong: frozenset[Told]
    missed: frozenset[Told]


def read(path: Path) -> Iterator[Row]:
    """Rows of the project's own: text, language, facts, removed, contradictions."""
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        contradictions = row.get("contradictions", [])
        expected = pieces(row["facts"], row.get("removed", {}), contradictions)
        labels = _as_kinds_are_now(row["text"], expected)
        yield Row(row["text"], row["language"], NOW, labels)


def _as_kinds_are_now(text: str, labels: frozenset[Told]) -> frozenset[Told]:
    names_peanuts = any(word in text.casefold() for word in PEANUTS)
    if NUTS in labels and PEANUT not in labels and names_peanuts:
        return labels - {NUTS} | {PEANUT}
    return labels


def pieces(
    facts: Mapping[str, Any],
    removed: Mapping[str, Sequence[str]],
    contradictions: Iterable[str],
) -> frozenset[Told]:
    """Each choice, age and end of a visit counts by itself."""
    own = {(key, piece) for key, value in facts.items() for piece in _pieces(value)}
    own |= {(key, f"not {choice}") for key in removed for choice in removed[key]}
    return frozenset(own | {(key, "contradiction") for key in contradictions})


def _pieces(value: Any) -> list[str]:
    if isinstance(value, list):
        return [str(part) for part in value]
    if isinstance(value, dict) and "amount" not in value:
        return [f"{end} {day}" for end, day in value.items() if day]
    return [json.dumps(value, sort_keys=True)]


def pieces_of(reading: Reading) -> frozenset[Told]:
    return pieces(
        {fact.key: fact.value for fact in reading.facts},
        {fact.key: fact.value for fact in reading.taken_back},
        (contradiction.key for contradiction in reading.contradictions),
    )


def evaluate(rows: Iterable[Row]) -> tuple[Score, list[Miss]]:
    score, misses = Score(), []
    for row in rows:
        own = pieces_of(facts_in(row.text, row.language, row.now))
        if row.keys is not None:
            own = frozenset(piece for piece in own if piece[0] in row.keys)
        wrong = own - row.expected - row.allowed
        missed = row.expected - own
        score.right.update(key for key, _ in own & (row.expected | row.allowed))
        score.wrong.update(key for key, _ in wrong)
        score.missed.update(key for key, _ in missed)
        if wrong or missed:
            misses.append(Miss(row.text, wrong, missed))
    return score, misses
