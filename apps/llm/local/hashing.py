"""Vectors by feature hashing: the last resort where no model can be loaded.

Word and character n-grams are hashed to a place and a sign (Weinberger et al., "Feature
Hashing for Large Scale Multitask Learning", 2009). It sees shared words and spellings,
not meanings.
"""

import hashlib
import math
import unicodedata
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

_CHARACTERS = (3, 4)
_WORD_WEIGHT = 3.0


def vector(text: str, dimensions: int) -> list[float]:
    """A unit vector, the same in every process; zeros for a text without a word."""
    numbers = [0.0] * dimensions
    for feature, count in Counter(_features(text)).items():
        place, sign, weight = _slot(feature, dimensions)
        numbers[place] += sign * weight * (1 + math.log(count))
    length = math.sqrt(sum(number * number for number in numbers))
    return [number / length for number in numbers] if length else numbers


def _slot(feature: str, dimensions: int) -> tuple[int, int, float]:
    digest = hashlib.blake2b(feature.encode(), digest_size=9).digest()
    sign = 1 if digest[8] & 1 else -1
    weight = _WORD_WEIGHT if feature.startswith("w ") else 1.0
    return int.from_bytes(digest[:8]) % dimensions, sign, weight


def _features(text: str) -> Iterator[str]:
    words = _words(text)
    yield from (f"w {word}" for word in words)
    yield from (f"w {first} {second}" for first, second in pairwise(words))
    for word in words:
        framed = f"<{word}>"
        for size in _CHARACTERS:
            for start in range(len(framed) - size + 1):
                yield f"c {framed[start : start + size]}"


def _words(text: str) -> list[str]:
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(
        mark if mark.isalnum() else "" if unicodedata.combining(mark) else " "
        for mark in decomposed
    ).split()
