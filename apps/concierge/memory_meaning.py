"""What a guest wants of the memory in words that no phrase has.

A local sentence model that reads all languages compares the message with the references
in `memory_references.yaml`. In doubt it forgets less, or only shows what is known.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple, get_args

from apps.infrastructure import patterns, yaml_files
from apps.infrastructure.patterns import Pattern
from apps.language import detect, few_words, normalise
from apps.llm.local.examples import Examples, Nearest

REFERENCES = Path(__file__).with_name("memory_references.yaml")
Kind = Literal["asked", "export", "forget_all", "forget_about"]
INNOCENTS = "innocents"
# Measured on the messages of `tests/apps/concierge/memory_wordings.yaml`.
MIN_SIMILARITY = 0.6
# How much nearer a message must be to a wish than to an innocent one.
MIN_MARGIN = 0.05
# How much nearer than to every other wish, where all is to be forgotten.
MIN_MARGIN_OF_ALL = 0.05
# Who writes more asks for something else as well.
MOST_WORDS = 16


_ByLanguage = Mapping[str, Sequence[str]]


class Meaning(NamedTuple):
    """What is wanted, and the language of the message."""

    kind: Kind
    language: str


def read(text: str) -> Meaning | None:
    """What the message wants of the memory; None for all others."""
    if len(text.split()) > MOST_WORDS or not any(map(str.isalpha, text)):
        return None
    nearest = _nearest(text)
    kind = _kind(nearest)
    similarity, language = nearest[kind]
    is_clear = similarity - nearest[INNOCENTS].similarity >= MIN_MARGIN
    if similarity < MIN_SIMILARITY or not is_clear:
        return None
    language = few_words.language(text, _vocabularies(), language)
    return Meaning(kind, detect.detect(text, language))


def is_innocent(text: str) -> bool:
    """Whether it is nearer to a message that wants nothing of the memory."""
    nearest = _nearest(text)
    return nearest[INNOCENTS] > nearest[_kind(nearest)]


def _kind(nearest: Mapping[str, Nearest]) -> Kind:
    """The nearest wish, unless it is to forget all and another one is as near."""
    kinds: list[Kind] = sorted(
        get_args(Kind), key=lambda kind: nearest[kind].similarity, reverse=True
    )
    first, second = kinds[:2]
    margin = nearest[first].similarity - nearest[second].similarity
    is_in_doubt = first == "forget_all" and margin < MIN_MARGIN_OF_ALL
    return second if is_in_doubt else first


def _nearest(text: str) -> dict[str, Nearest]:
    """By kind. "Don't remember" is compared with what denies, and "forget" with what
    does not: to the model, both are as near to "don't forget"."""
    return _references(is_denied=_denies(text)).nearest(text)


def _denies(text: str) -> bool:
    return bool(_negations().search(normalise.words(text)))


@cache
def _references(*, is_denied: bool) -> Examples:
    """Those that deny something, or those that do not."""
    return Examples(
        {
            kind: {
                code: [text for text in own if _denies(text) == is_denied]
                for code, own in texts.items()
            }
            for kind, texts in _sentences().items()
        }
    )


@cache
def _vocabularies() -> dict[str, frozenset[str]]:
    """Of all sentences."""
    by_language: dict[str, list[str]] = {}
    for texts in _sentences().values():
        for code, own in texts.items():
            by_language.setdefault(code, []).extend(own)
    return few_words.vocabularies(by_language)


def _sentences() -> dict[str, _ByLanguage]:
    every: dict[str, _ByLanguage] = yaml_files.read(REFERENCES)["sentences"]
    return every


@cache
def _negations() -> Pattern:
    words: str = yaml_files.read(REFERENCES)["negations"]
    return patterns.compile(words)
