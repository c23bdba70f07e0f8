"""Whether a message holds several questions: decided by what each part would answer.

Every split is a candidate; each of its parts is read and ranked as a question of its
own. A logistic regression over a few signs of whole and parts says how likely the
guest has asked several things. `manage.py train_ranking` learns its weights.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from apps.knowledge.property_snapshot import PropertySnapshot
from apps.knowledge.question import parts as question_parts
from apps.knowledge.question import subject as subjects
from apps.knowledge.question.parts import Split
from apps.knowledge.question.subject import Subject
from apps.knowledge.statements import ellipsis, question_beginnings, ranking
from apps.knowledge.statements import reading as readings
from apps.knowledge.statements.phrasing_vectors import Floats
from apps.knowledge.statements.ranking import Ranked
from apps.knowledge.statements.reading import Reading, ReadingVectors
from apps.knowledge.statements.scoring import particulars

WEIGHTS = Path(__file__).parent / "data" / "splitting.json"
SPLIT_FROM = 0.4
DOUBT_OF_PARTS = 0.1
# The least chance that a part, which only a comma parts, is answered exactly.
ANSWERED_FROM = 0.3
FEATURES = (
    "bias",
    "least_answerable",
    "most_answerable",
    "whole_answerable",
    "is_by_sentences",
    "is_by_words",
    "is_added",
    "asks_first",
    "asks_again",
    "asks_in_each",
    "asks_again_by_words",
    "is_same_row",
    "is_same_topic",
    "goes_on",
    "is_short",
    "is_of_three",
)
# A part of so few words that carry a subject may be the end of a list.
_SHORT = 1


@dataclass(frozen=True)
class Part:
    """One part of a split, read and ranked as a question.

    goes_on: whether it names nothing and goes on with what answers the part before; the
    search of that part may bring other rows than its ranking.
    """

    text: str
    reading: Reading
    ranked: Ranked
    goes_on: bool = False


@dataclass(frozen=True)
class Message:
    """A message that may hold several questions, and what it is read with."""

    reading: Reading
    snapshot: PropertySnapshot
    splits: tuple[Split, ...] = ()

    def texts_to_embed(self) -> list[str]:
        """Of every part that any split has, without what it may hang on."""
        texts = dict.fromkeys(text for split in self.splits for text in split.texts)
        read = (self._read(text, self.reading.subject) for text in texts)
        return list(dict.fromkeys(t for own in read for t in _wordings(own).values()))

    def parts_of(
        self,
        split: Split,
        vectors: Mapping[str, Floats],
        hidden: Collection[int] = (),
    ) -> list[Part]:
        """vectors: of `texts_to_embed`, by text."""
        alone = [self._read(text, self.reading.subject) for text in split.texts]
        parts: list[Part] = []
        for place, own in enumerate(alone):
            is_open = not own.named and (
                ellipsis.is_incomplete(own.text, own.words)
                or particulars.is_of_game(own.text)
            )
            subject = _named_nearby(place, alone) if is_open else None
            before = _answered_by(parts) if is_open and not subject else None
            if topic := subject or before:
                reading = self._read(split.texts[place], topic)
            else:
                reading = own
            by_wording = _by_wording(vectors, reading, own)
            ranked = ranking.rank(
                self.snapshot.statements, reading, ReadingVectors(by_wording), hidden
            )
            parts.append(Part(split.texts[place], reading, ranked, before is not None))
        return parts

    def _read(self, text: str, subject: Subject) -> Reading:
        return readings.read(text, self.reading.language, self.snapshot, subject)


def _named_nearby(place: int, readings_alone: Sequence[Reading]) -> Subject | None:
    """The row that the nearest other part names, for a part that names nothing."""
    nearest_first = [*reversed(readings_alone[:place]), *readings_alone[place + 1 :]]
    named = next((other for other in nearest_first if other.named), None)
    return subjects.after(named.named[-1:], "", named.text, ()) if named else None


def _answered_by(parts: Sequence[Part]) -> Subject | None:
    """The row of the best statement for the last of these parts."""
    if not parts or not parts[-1].ranked.chances.any():
        return None
    last = parts[-1]
    best = last.ranked.best
    return subjects.after(
        [best.item_id], last.ranked.topic, last.reading.text, [best.text]
    )


def message(reading: Reading, snapshot: PropertySnapshot) -> Message:
    names = [mention.name.words for mention in snapshot.mentions(reading.text)]
    splits = question_parts.splits(reading.original, reading.language, names)
    return Message(reading, snapshot, tuple(splits))


def _wordings(reading: Reading) -> dict[str, str]:
    names = ("bare", "masked", "original")
    wordings = reading.wordings
    return {name: wordings[name] for name in names if name in wordings}


def _by_wording(
    vectors: Mapping[str, Floats], reading: Reading, alone: Reading
) -> dict[str, Floats]:
    """Vectors of a part. Read with the row of another part it may be worded anew, which
    nobody has embedded: its words alone then say what it asks, or no vector does."""
    embedded = _wordings(alone)
    texts = {
        name: text if text in vectors else embedded.get(name, "")
        for name, text in _wordings(reading).items()
    }
    of_part = {name: vectors[text] for name, text in texts.items() if text in vectors}
    nothing = np.zeros_like(next(iter(vectors.values())))
    return {"bare": nothing, **of_part}


def choose(
    whole: Ranked, candidates: Sequence[tuple[Split, Sequence[Part]]]
) -> tuple[Part, ...]:
    """The parts of the likeliest split; none where the message is one question."""
    best: tuple[Part, ...] = ()
    best_chance = SPLIT_FROM
    # A question that staff have stored with its field is one.
    if not whole.chances.any() or whole.is_phrased:
        return best
    for split, parts in candidates:
        if is_distinct(parts) and (likely := chance(whole, split, parts)) > best_chance:
            best, best_chance = tuple(parts), likely
    return best


def chance(whole: Ranked, split: Split, parts: Sequence[Part]) -> float:
    if split.is_by_question_marks and all(map(_names_something, parts)):
        return 1 - DOUBT_OF_PARTS / len(parts)  # "pool? gym?"; best cut everywhere
    if _asks_at_each_comma(split, parts):
        return 1 - DOUBT_OF_PARTS / len(parts)
    values = features(whole, split, parts)
    return float(1 / (1 + np.exp(-values @ _weights())))


def _asks_at_each_comma(split: Split, parts: Sequence[Part]) -> bool:
    """ "Is there a club, how old must I be": too few of the examples are so written for
    a weight. None of those with one question has parts that are as likely answered."""
    if split.is_by_sentences or split.is_by_words:
        return False
    is_answered = min(part.ranked.exact for part in parts) >= ANSWERED_FROM
    return is_answered and all(
        question_beginnings.is_question(part.reading.text) for part in parts
    )


def _names_something(part: Part) -> bool:
    """Whether it says what is asked for: "gym?", but not "today?"."""
    reading = part.reading
    return not ellipsis.is_incomplete(reading.text, reading.words)


def is_distinct(parts: Sequence[Part]) -> bool:
    """Whether the best statements differ: what one sentence answers is not split."""
    places = {int(part.ranked.chances.argmax()) for part in parts}
    return len(places) == len(parts)


def features(whole: Ranked, split: Split, parts: Sequence[Part]) -> Floats:
    answerable = [part.ranked.exact for part in parts]
    asks_first, asks_again = asks(parts[0]), all(asks(part) for part in parts[1:])
    words = [len(part.reading.words) for part in parts]
    return np.array(
        [
            1.0,
            min(answerable),
            max(answerable),
            whole.exact,
            split.is_by_sentences,
            split.is_by_words,
            split.is_added,
            asks_first,
            asks_again,
            asks_first and asks_again,
            asks_again and split.is_by_words,
            len({part.ranked.best.item_id for part in parts}) == 1,
            len({part.ranked.topic for part in parts}) == 1,
            any(part.reading.hangs_on for part in parts[1:]),
            min(words) <= _SHORT,
            len(parts) > 2,  # noqa: PLR2004 - two are the rule
        ],
        np.float32,
    )


def asks(part: Part) -> bool:
    return question_beginnings.is_question_or_wish(part.reading.text)


@cache
def _weights() -> Floats:
    stored = json.loads(WEIGHTS.read_text())
    return np.array([stored[name] for name in FEATURES], np.float32)
