"""What a text message asks of the door itself: to stop, to begin again, for help.

Words and phrases are in `keywords.yaml`. A consent may be taken back in any reasonable
wording; a message that only resembles one is a question for the concierge.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

from apps.infrastructure import patterns, yaml_files
from apps.language import detect, normalise

DATA = Path(__file__).with_name("keywords.yaml")
PATTERN_MEMORY = 32 << 20
SLOT = patterns.compile(r"\{([a-z]+)\}")
# "Y" or "N" alone; more of them in a row are spelt.
MOST_LONE_LETTERS = 2
UP_TO_THREE_WORDS = r"(?:[^ .]+ ){0,3}"


class Wish(Enum):
    STOP = "stop"
    START = "start"
    HELP = "help"


@dataclass(frozen=True)
class Command:
    """A wish, the language it is in, and the keyword; empty for another wording."""

    wish: Wish
    language: str
    keyword: str = ""


def read(text: str, *, has_stopped: bool = False) -> Command | None:
    """The command that a message is; None for anything else.

    has_stopped: whether this number has taken its consent back: “yes” begins again.
    """
    return _keyword(text, has_stopped) or _wording(text)


def yes_or_no(text: str) -> bool | None:
    """What it answers to a question of ours; None where it says anything else."""
    words = _bare(text)
    if words in _words_of("agree"):
        return True
    return False if words in _words_of("decline") else None


def _keyword(text: str, has_stopped: bool) -> Command | None:
    words = _bare(text)
    for wish in Wish:
        if language := _words_of(wish.value).get(words):
            return Command(wish, language, words)
    for sentence in map(_bare, normalise.words(text).split(" . ")):
        if language := _words_of("stop_sentences").get(sentence):
            return Command(Wish.STOP, language, sentence)
    if has_stopped and (language := _words_of("start_after_stop").get(words)):
        return Command(Wish.START, language, words)
    return None


def _wording(text: str) -> Command | None:
    words = normalise.words(text)
    for language, pattern in _revocations().items():
        if pattern.search(words) and not is_exempt(text):
            return Command(Wish.STOP, detect.detect(text, language))
    return None


def is_exempt(text: str) -> bool:
    """Whether it says when to write, or not to stop."""
    return bool(_exceptions().search(normalise.words(text)))


def _bare(text: str) -> str:
    """The words without courtesy and repetition: “stop” of “Please STOP! Stop.”

    Letters that stand apart are a word: “S T O P”.
    """
    words = [word for word in normalise.words(text).split() if word != "."]
    words = [word for word, _ in groupby(words)]
    pieces = [[*group] for _, group in groupby(words, lambda word: len(word) == 1)]
    line = " ".join(_joined(piece) for piece in pieces)
    while (shorter := _without_courtesy(line)) != line:
        line = shorter
    return line


def _joined(words: list[str]) -> str:
    is_spelt = len(words) > MOST_LONE_LETTERS and len(words[0]) == 1
    return ("" if is_spelt else " ").join(words)


def _without_courtesy(line: str) -> str:
    for phrase in _data()["courtesy"]:
        line = line.removeprefix(f"{phrase} ").removesuffix(f" {phrase}")
    return line


@cache
def _words_of(kind: str) -> dict[str, str]:
    """Keyword -> its language."""
    by_language: dict[str, list[str]] = _data()[kind]
    return {word: code for code, words in by_language.items() for word in words}


@cache
def _revocations() -> dict[str, patterns.Pattern]:
    """By the language of the phrases."""
    by_language: dict[str, list[str]] = _data()["revocations"]
    return {code: _either(phrases) for code, phrases in by_language.items()}


@cache
def _exceptions() -> patterns.Pattern:
    return _either(_data()["exceptions"])


def _either(phrases: list[str]) -> patterns.Pattern:
    sources = (_source(phrase, _data()["slots"]) for phrase in phrases)
    return patterns.choice(sources, memory=PATTERN_MEMORY)


def _source(phrase: str, slots: dict[str, str]) -> str:
    filled = SLOT.sub(lambda match: slots[match[1]], phrase)
    return rf"(?:^|\b)(?:{filled.replace('~ ', UP_TO_THREE_WORDS)})(?:\b|$| )"


@cache
def _data() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml_files.read(DATA)
    return loaded
