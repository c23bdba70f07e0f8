"""Whether a message takes a consent back in words that no phrase has.

A local sentence model that reads all languages compares it with the references in
`revocation_references.yaml`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from apps.conversations.turns.memory import memory_requests
from apps.infrastructure import yaml_files
from apps.language import detect, normalise
from apps.language.classifier import Floats
from apps.llm.local import multilingual
from apps.sms.incoming import keywords
from apps.sms.incoming.keywords import Command, Wish

REFERENCES = Path(__file__).with_name("revocation_references.yaml")
# Measured on the messages in `docs/sms.md`.
MIN_SIMILARITY = 0.55
# How much nearer a message must be to a revocation than to an innocent one.
MIN_MARGIN = 0.08
# Who writes more asks for something, and may mention messages beside it.
MOST_WORDS = 20
MOST_CHARS = 160


@dataclass(frozen=True)
class _References:
    """languages: of each vector."""

    vectors: Floats
    languages: Sequence[str]


def read(text: str) -> Command | None:
    """The command to stop, where that is what the message means."""
    is_short = len(text) <= MOST_CHARS and len(text.split()) <= MOST_WORDS
    if not is_short or not any(map(str.isalpha, text)):
        return None
    # “Delete my data” is about what is remembered; the concierge does that.
    if keywords.is_exempt(text) or memory_requests.is_whole(text):
        return None
    vector = multilingual.encode_message(text)
    similarities = _references("revocations").vectors @ vector
    nearest = int(similarities.argmax())
    similarity = float(similarities[nearest])
    margin = similarity - float((_references("innocents").vectors @ vector).max())
    if similarity < MIN_SIMILARITY or margin < MIN_MARGIN:
        return None
    nearest_language = _references("revocations").languages[nearest]
    return Command(Wish.STOP, detect.detect(text, _language(text, nearest_language)))


def _language(text: str, nearest_language: str) -> str:
    """The language whose references share most words with a text; of several, that of
    the nearest one."""
    words = set(normalise.words(text).split())
    shared = {code: len(words & own) for code, own in _vocabularies().items()}
    most = max(shared.values())
    return (
        nearest_language
        if shared[nearest_language] == most
        else max(shared, key=shared.__getitem__)
    )


@cache
def _vocabularies() -> dict[str, frozenset[str]]:
    every = yaml_files.read(REFERENCES)["revocations"]
    return {
        code: frozenset(normalise.words(" ".join(texts)).split())
        for code, texts in every.items()
    }


@cache
def _references(kind: str) -> _References:
    """Vectors of a list, computed once."""
    by_language: dict[str, list[str]] = yaml_files.read(REFERENCES)[kind]
    pairs = [(code, text) for code, texts in by_language.items() for text in texts]
    languages, texts = zip(*pairs, strict=True)
    return _References(multilingual.encode(texts), languages)
