"""Words that a language knows, by frequency. `benchmarks.spelling` writes the lists."""

from __future__ import annotations

import gzip
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent / "words"
LANGUAGES = ("en", "es", "fr")
MOST_FREQUENT = 350


@cache
def ranks(language: str) -> dict[str, int]:
    """The rank of each word, the most frequent first; words without accents."""
    packed = (FOLDER / f"{language}.txt.gz").read_bytes()
    words = gzip.decompress(packed).decode().split("\n")
    return {word: rank for rank, word in enumerate(words)}


def is_frequent(word: str) -> bool:
    """Whether a language has it among its most frequent words, of which few are
    names."""
    rank_of_word = (ranks(own).get(word, MOST_FREQUENT) for own in LANGUAGES)
    return min(rank_of_word) < MOST_FREQUENT
