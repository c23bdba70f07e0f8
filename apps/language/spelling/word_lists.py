"""Words that a language knows, by frequency. `benchmarks.spelling` writes the lists."""

from __future__ import annotations

import gzip
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent / "words"
LANGUAGES = ("en", "es", "fr")


@cache
def ranks(language: str) -> dict[str, int]:
    """The rank of each word, the most frequent first; words without accents."""
    packed = (FOLDER / f"{language}.txt.gz").read_bytes()
    words = gzip.decompress(packed).decode().split("\n")
    return {word: rank for rank, word in enumerate(words)}
