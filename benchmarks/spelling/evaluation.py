"""How many misspelt words are repaired, and how many right words are left alone.

The misspellings are those of two lists written by hand, and typos made mechanically in
the words of the committed questions of guests.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from apps.infrastructure import yaml_files
from apps.knowledge.question import spelling
from apps.language.normalise import folded
from apps.language.spelling import edits, vocabulary, word_lists, word_repair
from apps.language.spelling.speller import Speller
from apps.language.spelling.vocabulary import WORD
from apps.language.word_forms import stems
from benchmarks.training import questions
from benchmarks.training.questions import Conversation

MISSPELLINGS = Path(__file__).with_name("misspellings.yaml")
HELD_BACK = Path(__file__).with_name("held_back.yaml")
SEED = 20261122
SHORTEST = 5


@dataclass(frozen=True)
class Repair:
    """A word as typed, as expected and as the repair reads it."""

    kind: str
    language: str
    typed: str
    expected: str
    read: str

    @property
    def is_right(self) -> bool:
        return stems(self.read) == stems(self.expected)

    @property
    def is_wrong(self) -> bool:
        """Whether it was changed into another word than was expected."""
        return self.read.lower() != self.typed.lower() and not self.is_right


def misspellings(path: Path = MISSPELLINGS) -> list[Repair]:
    """Those of a list, read without any resort's words."""
    lists: dict[str, dict[str, str]] = yaml_files.read(path)
    return [
        Repair(path.stem, code, typed, expected, _speller(code).repaired(typed))
        for code in word_lists.LANGUAGES
        for typed, expected in lists[code].items()
    ]


@cache
def _speller(language: str) -> Speller:
    return Speller(language, spelling.asked_words(language))


@cache
def resort_texts() -> dict[str, tuple[str, ...]]:
    pages = [yaml_files.read(path) for path in questions.fixture_paths()]
    return {
        page["property"]["slug"]: tuple(_strings(page))
        for page in pages
        if isinstance(page, dict) and "property" in page
    }


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from _strings(part)
    elif isinstance(value, list):
        for part in value:
            yield from _strings(part)


@cache
def resort_speller(resort: str, language: str) -> Speller:
    words = vocabulary.of(resort_texts()[resort])
    return Speller(language, words | spelling.asked_words(language))


def changed(conversations: Iterable[Conversation]) -> tuple[int, list[Repair]]:
    """Words of the questions as they stand: how many there are, and those changed.

    Words that their authors misspelt on purpose do not count.
    """
    on_purpose = yaml_files.read(MISSPELLINGS)["in_questions"]
    count, repairs = 0, []
    for language, resort, word in _words(conversations):
        count += 1
        read = resort_speller(resort, language).repaired(word)
        if read != word and stems(read) != stems(on_purpose.get(word, word)):
            repairs.append(Repair("as it stands", language, word, word, read))
    return count, repairs


def mechanical(conversations: Iterable[Conversation]) -> list[Repair]:
    """One typo in each word of the questions, of a kind chosen at random.

    A typo that makes another word that the language knows cannot be seen.
    """
    chance = random.Random(SEED)  # noqa: S311 - no secret
    repairs = []
    for language, resort, word in dict.fromkeys(_words(conversations)):
        if len(word) < SHORTEST or folded(word) != word.lower():
            continue
        kind = chance.choice(sorted(TYPOS))
        typed = TYPOS[kind](word.lower(), chance)
        if typed in word_lists.ranks(language):
            continue
        read = resort_speller(resort, language).repaired(typed)
        repairs.append(Repair(kind, language, typed, word.lower(), read))
    return repairs


def milliseconds(conversations: Sequence[Conversation]) -> list[float]:
    """CPU time of each question, every word of it met for the first time."""
    spent = []
    for conversation in conversations:
        speller = resort_speller(conversation.resort, conversation.language)
        for question in conversation.questions:
            speller.repaired.cache_clear()  # type: ignore[attr-defined]
            started = time.process_time()
            speller.text(question.text)
            spent.append(1000 * (time.process_time() - started))
    return spent


def _words(conversations: Iterable[Conversation]) -> Iterator[tuple[str, str, str]]:
    for conversation in conversations:
        for question in conversation.questions:
            for word in WORD.findall(question.text):
                if len(word) >= word_repair.SHORTEST:
                    yield conversation.language, conversation.resort, word


def _swapped(word: str, chance: random.Random) -> str:
    at = chance.randrange(1, len(word) - 1)
    return word[:at] + word[at + 1] + word[at] + word[at + 2 :]


def _dropped(word: str, chance: random.Random) -> str:
    at = chance.randrange(1, len(word))
    return word[:at] + word[at + 1 :]


def _doubled(word: str, chance: random.Random) -> str:
    at = chance.randrange(1, len(word))
    return word[:at] + word[at] + word[at:]


def _beside(word: str, chance: random.Random) -> str:
    at = chance.randrange(1, len(word))
    row = next((row for row in edits.KEY_ROWS if word[at] in row), "")
    place = row.find(word[at])
    beside = row[max(place - 1, 0) : place] + row[place + 1 : place + 2]
    return word[:at] + (chance.choice(beside) if beside else "") + word[at + 1 :]


TYPOS = {"swap": _swapped, "drop": _dropped, "double": _doubled, "beside": _beside}
