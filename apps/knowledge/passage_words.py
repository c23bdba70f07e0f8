"""The words of a property's passages in memory, ranked as PostgreSQL ranks them.

For a question of any words, `ts_rank_cd` is the sum of the weights of all places that
hold one of them. PostgreSQL computes it from the whole text of each passage; here it is
a sum of numbers. PostgreSQL stems the words of both, so the ranks are the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, chain, pairwise
from pathlib import Path
from threading import Lock

import numpy as np
from cachetools import LRUCache
from numpy.typing import NDArray

from apps.infrastructure import sql

Floats = NDArray[np.float32]
STATEMENT = Path(__file__).with_suffix(".sql")
ENCODED = np.dtype([("passage_id", ">i8"), ("fifths", ">i4")])
STEMS = (
    "select word, tsvector_to_array(to_tsvector('english', word))"
    " from unnest(%(words)s::text[]) as word"
)
# Guests use few words, and PostgreSQL stems each on its own.
MOST_WORDS = 10_000


@dataclass(frozen=True)
class PassageWords:
    """What each word adds to the ranks of the passages that hold it.

    count: of the passages. places: of the passages among these, for one word after
    another; fifths: of the rank, beside them; spans: where a word has its own.
    """

    count: int
    places: NDArray[np.intp]
    fifths: Floats
    spans: Mapping[str, slice]

    def ranks(self, words: Sequence[str]) -> Floats:
        """Of every passage; NaN where it shares none of these words."""
        fifths = np.zeros(self.count + 1, np.float32)
        for stem in _stemmer().stems(words):
            if span := self.spans.get(stem):
                fifths[self.places[span]] += self.fifths[span]
        fifths = fifths[: self.count]
        return np.where(fifths > 0, fifths / 5, np.float32(np.nan))


def read(property_id: int, passage_ids: NDArray[np.intp]) -> PassageWords:
    """As they are stored now, of the passages with these ascending ids."""
    rows = sql.fetch(sql.statement(STATEMENT), {"property": property_id})
    stored = np.frombuffer(b"".join(encoded for _, encoded in rows), ENCODED)
    ends = accumulate(
        (len(encoded) // ENCODED.itemsize for _, encoded in rows), initial=0
    )
    spans = [slice(start, end) for start, end in pairwise(ends)]
    return PassageWords(
        len(passage_ids),
        _places(stored["passage_id"], passage_ids),
        stored["fifths"].astype(np.float32),
        {stem: span for (stem, _), span in zip(rows, spans, strict=True)},
    )


def _places(
    stored_ids: NDArray[np.int64], passage_ids: NDArray[np.intp]
) -> NDArray[np.intp]:
    """Behind the last one for a passage that is none of these."""
    places = np.searchsorted(passage_ids, stored_ids)
    is_known = np.isin(stored_ids, passage_ids)
    return np.where(is_known, places, len(passage_ids))


class _Stemmer:
    """Asks PostgreSQL for words that it was not asked for lately."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._stems_of: LRUCache[str, list[str]] = LRUCache(maxsize=MOST_WORDS)

    def stems(self, words: Sequence[str]) -> set[str]:
        """Of words without signs."""
        with self._lock:
            stems = {
                word: self._stems_of[word] for word in words if word in self._stems_of
            }
        if new := [word for word in words if word not in stems]:
            stemmed = dict(sql.fetch(STEMS, {"words": new}))
            stems |= stemmed
            with self._lock:
                self._stems_of.update(stemmed)
        return set(chain.from_iterable(stems.values()))


@cache
def _stemmer() -> _Stemmer:
    return _Stemmer()


def forget_stems() -> None:
    """For tests that count statements."""
    _stemmer.cache_clear()
