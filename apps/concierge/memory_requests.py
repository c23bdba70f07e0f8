"""Messages about what is remembered of the guest: to tell, keep, hand out or forget it.

Phrases decide, and in other words the meaning (`memory_meaning.py`); no model that
writes: whoever asks for his data to be deleted must be understood the same way every
time.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Literal

from apps.concierge import memory_meaning
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
    "forget_except",
]
# What stands around a fact that is to stay.
Part = Literal["rest", "all_but", "except", "keep_fact"]
WHOLE: tuple[Kind, ...] = ("asked", "keep", "export", "forget_all", "forget_last")
WITH_FACT: tuple[Kind, ...] = ("forget_fact", "forget_about")
SPARING: tuple[Part, ...] = ("all_but", "except", "keep_fact")
# Longer messages ask something else as well.
LONGEST = 160
MAX_WORDS_OF_FACT = 12
_MEMORY = 8 << 20


@dataclass(frozen=True)
class MemoryRequest:
    """What the guest wants of the memory.

    language: of the phrase. subject: the fact in the guest's words, for those that
    name one, and for all whose meaning alone is known. A `forget_about` may be about
    anything: it counts where a fact fits.
    spared: the facts that are to stay, "everything except the budget".
    """

    kind: Kind
    language: str
    subject: str = ""
    spared: str = ""


def is_whole(text: str) -> bool:
    """Whether the message is such a request by a phrase, and nothing besides."""
    return _whole(_plain(text)) is not None


def is_meant(text: str) -> bool:
    """Whether the message is such a request in any words, and names no single fact."""
    request = read(text)
    return request is not None and request.kind in WHOLE


def read(text: str) -> MemoryRequest | None:
    """The request of a message; None for all others."""
    plain = _plain(text)
    if request := _whole(plain):
        return request
    if request := _sparing(plain):
        return request
    is_question = normalise.has_question_mark(text) or "." in plain
    by_phrase = None if is_question else _with_fact(plain)
    if by_phrase and by_phrase.kind == "forget_fact":
        return by_phrase
    return _by_meaning(text) or (by_phrase and _with_fact(_plain(_beginning(text))))


def _beginning(text: str) -> str:
    """Behind the comma of "forget the pool, where can we have vegan food" is a wish."""
    return text.split(",", 1)[0]


def _by_meaning(text: str) -> MemoryRequest | None:
    meaning = memory_meaning.read(text) if len(text) <= LONGEST else None
    subject = normalise.words(normalise.visible(text))
    return MemoryRequest(*meaning, subject) if meaning else None


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


def _sparing(plain: str) -> MemoryRequest | None:
    """A request that says what is to stay: nothing of that may be forgotten."""
    if not plain or not _any_of(SPARING).search(plain):
        return None
    for language in _phrases():
        if spared := _spared_of_all(plain, language):
            is_short = "." not in spared and len(spared.split()) <= MAX_WORDS_OF_FACT
            request = MemoryRequest("forget_except", language, spared=spared)
            return request if is_short else None
    return _sparing_of_fact(plain)


def _sparing_of_fact(plain: str) -> MemoryRequest | None:
    """Of "forget how many we are but not my diet", both."""
    for language in _phrases():
        match = _part("except", language).search(plain)
        request = _with_fact(plain[: match.start()].strip(" .")) if match else None
        if match and request:
            return replace(request, spared=plain[match.end() :].strip())
    return None


def _spared_of_all(plain: str, language: str) -> str:
    """What stays of all: of "keep the diet but forget the rest", "the diet"."""
    if match := _all_but(language).match(plain):
        return plain[match.end() :].strip()
    keeping = _part("keep_fact", language).match(plain)
    ending = _rest_at_end(language).search(plain) if keeping else None
    return plain[keeping.end() : ending.start()].strip() if keeping and ending else ""


@cache
def _all_but(language: str) -> Pattern:
    source = _phrases()[language]
    everything = _either([*source["forget_all"], *source["rest"]]).pattern
    but = _either([*source["all_but"], *source["except"]]).pattern
    return patterns.choice([rf"^{everything}(?: \.)? ?{but}"], memory=4 * _MEMORY)


@cache
def _rest_at_end(language: str) -> Pattern:
    source = _phrases()[language]
    everything = _either([*source["forget_all"], *source["rest"]]).pattern
    return patterns.choice(
        [rf"(?:(?: \.)? [a-z]+)? ?{everything}$"], memory=4 * _MEMORY
    )


def _subject(plain: str, language: str) -> str:
    """What follows the verb: "i am vegetarian"."""
    match = _patterns(("forget_about",))["forget_about", language].match(plain)
    return plain[match.end() :].strip() if match else plain


@cache
def _phrases() -> dict[str, dict[str, list[str]]]:
    """By language and kind."""
    languages: dict[str, dict[str, list[str]]] = yaml_files.read(PHRASES)
    return {name: own for name, own in languages.items() if name != "politeness"}


@cache
def _patterns(kinds: tuple[Kind, ...]) -> dict[tuple[Kind, str], Pattern]:
    """By kind and language, kind by kind."""
    return {
        (kind, language): _either(source[kind])
        for kind in kinds
        for language, source in _phrases().items()
    }


@cache
def _part(part: Part, language: str) -> Pattern:
    return _either(_phrases()[language][part])


@cache
def _any_of(kinds: tuple[Kind | Part, ...]) -> Pattern:
    """All of them at once: nearly every message is none, and is read once."""
    phrases = _phrases().values()
    sources = [_either(source[kind]).pattern for kind in kinds for source in phrases]
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
