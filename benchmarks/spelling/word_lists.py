"""Writes the word lists of `apps.language.spelling` from free dictionaries.

Their sources and licences are in `apps/language/spelling/words/README.md`.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable
from pathlib import Path

import ormsgpack

from apps.language.normalise import folded
from apps.language.spelling.word_lists import FOLDER

LONGEST_LIST = 40_000


def by_wordfreq(path: Path) -> list[str]:
    """Words by frequency, from groups of equally frequent ones."""
    _, *groups = ormsgpack.unpackb(gzip.decompress(path.read_bytes()))
    return [word for group in groups for word in group]


def by_symspell(path: Path) -> list[str]:
    """Words by frequency, from lines of a word and its count."""
    rows = (line.split() for line in path.read_text("utf-8-sig").splitlines())
    counts = {word: int(count) for word, count in rows}
    return sorted(counts, key=lambda word: -counts[word])


def by_spellchecker(path: Path) -> list[str]:
    """Words by frequency, from gzipped JSON of counts by word."""
    counts: dict[str, int] = json.loads(gzip.decompress(path.read_bytes()))
    return sorted(counts, key=lambda word: -counts[word])[:LONGEST_LIST]


def by_wordpiece(path: Path) -> list[str]:
    """Whole words of a tokenizer's vocabulary: it knows many names."""
    return path.read_text("utf-8").split()


def write(language: str, *sources: Iterable[str]) -> None:
    """The words of the first source come first, then what the others add."""
    plain = (folded(word) for words in sources for word in words)
    distinct = dict.fromkeys(
        word for word in plain if word.isascii() and word.isalpha() and len(word) > 1
    )
    packed = gzip.compress("\n".join(distinct).encode(), mtime=0)
    (FOLDER / f"{language}.txt.gz").write_bytes(packed)
