"""BERT's uncased WordPiece tokenizer, for the vocabulary that all-MiniLM-L6-v2 uses.

Source: Devlin et al., "BERT", 2018, and Wu et al., "Google's Neural Machine Translation
System", 2016, section 4.1.
"""

import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

LONGEST_WORD = 100
_UNPRINTABLE = {"Cc", "Cf", "Co", "Cs", "Cn"}
_CJK = (
    (0x3400, 0x4DBF),
    (0x4E00, 0x9FFF),
    (0xF900, 0xFAFF),
    (0x20000, 0x2A6DF),
    (0x2A700, 0x2CEAF),
    (0x2F800, 0x2FA1F),
)


class WordPiece:
    """Text to token ids, [CLS] and [SEP] included, at most `longest` of them."""

    def __init__(self, vocabulary: Path, longest: int = 256) -> None:
        with vocabulary.open(encoding="utf-8") as lines:
            self._ids = {line.rstrip("\n"): number for number, line in enumerate(lines)}
        self._cls = self._ids["[CLS]"]
        self._sep = self._ids["[SEP]"]
        self._unknown = self._ids["[UNK]"]
        self._longest = longest
        self._pieces = lru_cache(maxsize=20_000)(self._split)

    def encode(self, text: str) -> list[int]:
        ids = [self._cls]
        for word in words(text):
            ids.extend(self._pieces(word))
            if len(ids) >= self._longest:
                break
        return [*ids[: self._longest - 1], self._sep]

    def _split(self, word: str) -> tuple[int, ...]:
        """Longest match first; a word with an unknown rest is unknown as a whole."""
        if len(word) > LONGEST_WORD:
            return (self._unknown,)
        ids: list[int] = []
        start = 0
        while start < len(word):
            end, piece = self._longest_piece(word, start)
            if piece is None:
                return (self._unknown,)
            ids.append(piece)
            start = end
        return tuple(ids)

    def _longest_piece(self, word: str, start: int) -> tuple[int, int | None]:
        prefix = "##" if start else ""
        for end in range(len(word), start, -1):
            piece = self._ids.get(prefix + word[start:end])
            if piece is not None:
                return end, piece
        return start, None


def words(text: str) -> Iterator[str]:
    """Lower-case words without accents; every punctuation mark is a word."""
    decomposed = unicodedata.normalize("NFD", "".join(map(_cleaned, text)))
    letters = (mark for mark in decomposed if unicodedata.category(mark) != "Mn")
    for run in "".join(letters).lower().split():
        yield from _apart(run)


def _cleaned(mark: str) -> str:
    if mark in "\t\n\r":
        return " "
    category = unicodedata.category(mark)
    if category == "Zs":
        return " "
    if category in _UNPRINTABLE or mark == "\ufffd":
        return ""
    point = ord(mark)
    is_cjk = any(first <= point <= last for first, last in _CJK)
    return f" {mark} " if is_cjk else mark


def _apart(run: str) -> Iterator[str]:
    word = ""
    for mark in run:
        if not _is_punctuation(mark):
            word += mark
            continue
        if word:
            yield word
        yield mark
        word = ""
    if word:
        yield word


def _is_punctuation(mark: str) -> bool:
    """ASCII symbols such as $ and + count, although Unicode files them elsewhere."""
    if mark.isascii():
        return not mark.isalnum() and mark.isprintable()
    return unicodedata.category(mark).startswith("P")
