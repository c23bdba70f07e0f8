"""A message as weighted n-grams of words and letters, each known by a hash.

Feature hashing as in Weinberger et al., "Feature Hashing for Large Scale Multitask
Learning" (2009), with 32 bits and no folding, so that an n-gram that training never saw
is known to be unknown.
"""

from __future__ import annotations

import math
import unicodedata
import zlib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import pairwise
from operator import mul
from typing import Any

import numpy as np
from numpy.typing import NDArray

from apps.infrastructure import patterns

READ_CHARS = 400
WEIGHTS = {"w": 1.0, "p": 0.7, "l": 0.4, "i": 0.8, "s": 0.5}
LETTERS = (3, 4)
IDEOGRAMS = (1, 2, 3)
UNSPACED = "\u3040-\u30ff\u3400-\u9fff"
TOKEN = patterns.compile(rf"[{UNSPACED}]+|[^\W\d_{UNSPACED}]+|\d+|[?!]")
DIGITS = patterns.compile(r"\d+")
APOSTROPHES = str.maketrans("", "", "'`\u2018\u2019")
LENGTHS = (1, 2, 3, 5, 8, 13)
# A token of so many letters has about forty n-grams; all together take some megabytes.
LONGEST_REMEMBERED = 20
MOST_REMEMBERED = 2048


def weighted(text: str) -> dict[int, float]:
    """Weight by 32-bit hash, together of unit length; the same in every process."""
    features = _features(TOKEN.findall(_plain(text[:READ_CHARS])))
    weights = features.values()
    length = math.sqrt(sum(map(mul, weights, weights)))
    return {key: weight / length for key, weight in features.items()}


def look_up(
    keys: NDArray[np.uint32], weight_by_hash: Mapping[int, float]
) -> tuple[NDArray[np.intp], NDArray[np.float32]]:
    """Places in sorted `keys`, and weights, of the n-grams that training knew."""
    hashes = np.fromiter(weight_by_hash.keys(), np.uint32, len(weight_by_hash))
    weights = np.fromiter(weight_by_hash.values(), np.float32, len(weight_by_hash))
    places = np.minimum(np.searchsorted(keys, hashes), len(keys) - 1)
    is_known: NDArray[Any] = keys[places] == hashes
    return places[is_known], weights[is_known]


def _features(tokens: list[str]) -> dict[int, float]:
    """Weight by hash, of no certain length together."""
    size = sum(len(tokens) > length for length in LENGTHS)
    pairs = (f"p{one} {next_one}" for one, next_one in pairwise(["^", *tokens, "$"]))
    features = {_hash(name): WEIGHTS[name[0]] for name in (f"s{size}", *pairs)}
    for token in dict.fromkeys(tokens):
        is_common = len(token) <= LONGEST_REMEMBERED
        features.update(_remembered(token) if is_common else _of_token(token))
    return features


def _of_token(token: str) -> dict[int, float]:
    return {_hash(name): WEIGHTS[name[0]] for name in _names(token)}


# The parts of a message repeat its words, and guests repeat those of other guests.
_remembered = lru_cache(maxsize=MOST_REMEMBERED)(_of_token)


def _names(token: str) -> Iterator[str]:
    if UNSPACED[0] <= token[0] <= UNSPACED[-1]:
        yield from (f"i{part}" for size in IDEOGRAMS for part in _cut(token, size))
        return
    yield f"w{token}"
    framed = f"<{token}>"
    yield from (f"l{part}" for size in LETTERS for part in _cut(framed, size))


def _hash(name: str) -> int:
    return zlib.crc32(name.encode())


def _plain(text: str) -> str:
    """Lower case without accents and apostrophes; every number is the same one."""
    apart = unicodedata.normalize("NFKD", text.casefold().translate(APOSTROPHES))
    bare = "".join(sign for sign in apart if not unicodedata.combining(sign))
    return DIGITS.sub("0", bare)


def _cut(text: str, size: int) -> list[str]:
    return [text[start : start + size] for start in range(len(text) - size + 1)]
