"""Messages about what is remembered of the guest: to tell, keep, hand out or forget it.

Phrases decide and no model: whoever asks for his data to be deleted must be understood
the same way every time.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from apps.concierge.guardrails import phrase_syntax
from apps.infrastructure import patterns, yaml_files
from apps.infrastructure.patterns import Pattern
from apps.language import normalise

PHRASES = Path(__file__).with_name("memory_requests.yaml")
Kind = Literal[
    "asked",
    "keep",
    "export",
    "forget_all",
    "forget_last",
    "forget_fact",
    "forget_about",
]
WHOLE: tuple[Kind, ...] = ("asked", "keep", "export", "forget_all", "forget_last")
WITH_FACT: tuple[Kind, ...] = ("forget_fact", "forget_about")
# Longer messages ask something else as well.
LONGEST = 160
MAX_WORDS_OF_FACT = 12
_MEMORY = 8 << 20


@dataclass(frozen=True)
class MemoryRequest:
    """What the guest wants of the memory.

    language: of the phrase. subject: the fact in the guest's words, for those that
    name one. A `forget_about` may be about anything: it counts where a fact fits.
    """

    kind: Kind
    language: str
    subject: str = ""


def is_whole(text: str) -> bool:
    """Whether the message is such a request and nothing besides."""
    return _whole(_plain(text)) is not None


def read(text: str) -> MemoryRequest | None:
    """The request of a message; None for all others."""
    plain = _plain(text)
    if request := _whole(plain):
        return request
    if normalise.has_question_mark(text) or "." in plain:
        return None
    return _with_fact(plain)


def _plain(text: str) -> str:
    """Its words without signs and politeness; empty where it is too long."""
    if len(text) > LONGEST:
        return ""
    return _polite().sub("", normalise.words(normalise.visible(text)).strip(" ."))


def _whole(plain: str) -> MemoryRequest | None:
    if not plain or not _any_of(WHOLE).fullmatch(plain):
        return None
    for (kind, language), pattern in _patterns(WHOLE).items():
        if pattern.fullmatch(plain):
            return MemoryRequest(kind, language)
    return None


def _with_fact(plain: str) -> MemoryRequest | None:
    if not plain or not _any_of(WITH_FACT).match(plain):
        return None
    for (kind, language), pattern in _patterns(WITH_FACT).items():
        if pattern.match(plain):
            subject = _subject(plain, language)
            is_short = len(subject.split()) <= MAX_WORDS_OF_FACT
            return MemoryRequest(kind, language, subject) if is_short else None
    return None


def _subject(plain: str, language: str) -> str:
    """What follows the verb: "i am vegetarian"."""
    match = _patterns(("forget_about",))["forget_about", language].match(plain)
    return plain[match.end() :].strip() if match else plain


@cache
def _patterns(kinds: tuple[Kind, ...]) -> dict[tuple[Kind, str], Pattern]:
    """By kind and language, kind by kind."""
    languages = {
        name: source
        for name, source in yaml_files.read(PHRASES).items()
        if name != "politeness"
    }
    return {
        (kind, language): _either(source[kind])
        for kind in kinds
        for language, source in languages.items()
    }


@cache
def _any_of(kinds: tuple[Kind, ...]) -> Pattern:
    """All of them at once: nearly every message is none, and is read once."""
    sources = [pattern.pattern for pattern in _patterns(kinds).values()]
    return patterns.choice(sources, memory=4 * _MEMORY)


def _either(phrases: list[str]) -> Pattern:
    sources = [phrase_syntax.spaced(phrase, {}) for phrase in phrases]
    return patterns.choice([f"(?:{'|'.join(sources)})"], memory=_MEMORY)


@cache
def _polite() -> Pattern:
    """Words before and after a request that say nothing of it."""
    words = yaml_files.read(PHRASES)["politeness"]
    return patterns.choice(
        [rf"^(?:(?:{words})\b ?)+", rf"(?: ?\b(?:{words}))+$"], memory=_MEMORY
    )
