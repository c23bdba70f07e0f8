"""Whether a message takes a consent back in words that no phrase has.

A local sentence model that reads all languages compares it with the references in
`revocation_references.yaml`.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from apps.conversations.turns.memory import memory_requests
from apps.infrastructure import yaml_files
from apps.language import detect, few_words
from apps.llm.local.examples import Examples
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


def read(text: str) -> Command | None:
    """The command to stop, where that is what the message means."""
    is_short = len(text) <= MOST_CHARS and len(text.split()) <= MOST_WORDS
    if not is_short or not any(map(str.isalpha, text)):
        return None
    # “Delete my data” is about what is remembered; the concierge does that.
    if keywords.is_exempt(text) or memory_requests.is_whole(text):
        return None
    nearest = _references().nearest(text)
    revocation, innocent = nearest["revocations"], nearest["innocents"]
    margin = revocation.similarity - innocent.similarity
    if revocation.similarity < MIN_SIMILARITY or margin < MIN_MARGIN:
        return None
    language = few_words.language(text, _vocabularies(), revocation.language)
    return Command(Wish.STOP, detect.detect(text, language))


@cache
def _vocabularies() -> dict[str, frozenset[str]]:
    return few_words.vocabularies(yaml_files.read(REFERENCES)["revocations"])


@cache
def _references() -> Examples:
    return Examples(yaml_files.read(REFERENCES))
