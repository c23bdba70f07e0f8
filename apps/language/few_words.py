"""The likeliest language of a message whose words settle nothing by themselves, and of
a short text by the words that it shares with sentences of each language.

Naive Bayes over words without accents, learnt from guests' messages of all kinds, with
how many people in the United States speak each language at home as the chance before
anything is read. `manage.py train_language` writes the weights. Names of places are
words of other languages too, so `detect` does without it; whoever may be in danger is
answered in the likeliest language.
"""

from __future__ import annotations

import unicodedata
import zlib
from collections.abc import Iterable, Mapping
from pathlib import Path

from apps.infrastructure import patterns
from apps.language import classifier, normalise

WEIGHTS = Path(__file__).parent / "data" / "few_words.npz"
# In the order of the columns. The last two are known so that they are not mistaken for
# others; no words of the product are in them.
SPOKEN = ("en", "es", "pt", "fr", "it", "de", "vi", "tl")
COLUMNS = (*SPOKEN, "pl", "tr")
READ_CHARS = 400
LEAST_CHANCE = 0.6
_WORD = patterns.compile(r"[^\W\d_]+")
_APOSTROPHES = str.maketrans("'`\u2018\u2019", "    ")


def likeliest(text: str, default: str) -> str:
    """One of `SPOKEN`; `default` where none is likely enough."""
    weights = dict.fromkeys(hashes(text), 1.0)
    chances = classifier.chances(classifier.load(WEIGHTS), weights, None)
    column = int(chances.argmax())
    is_likely = column < len(SPOKEN) and chances[column] >= LEAST_CHANCE
    return COLUMNS[column] if is_likely else default


def hashes(text: str) -> set[int]:
    """The words of a text, in lower case and without accents, as 32-bit hashes."""
    lower = text[:READ_CHARS].casefold().translate(_APOSTROPHES)
    apart = unicodedata.normalize("NFKD", lower)
    plain = "".join(sign for sign in apart if not unicodedata.combining(sign))
    return {zlib.crc32(word.encode()) for word in _WORD.findall(plain)}


def vocabularies(by_language: Mapping[str, Iterable[str]]) -> dict[str, frozenset[str]]:
    """The words of the sentences of each language."""
    return {
        code: frozenset(normalise.words(" ".join(texts)).split())
        for code, texts in by_language.items()
    }


def language(text: str, by_language: Mapping[str, frozenset[str]], default: str) -> str:
    """The language with which the text shares most words; `default` where that is one
    of several."""
    words = set(normalise.words(text).split())
    shared = {code: len(words & own) for code, own in by_language.items()}
    most = max(shared.values())
    if shared.get(default) == most:
        return default
    return max(shared, key=shared.__getitem__)
