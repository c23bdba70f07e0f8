"""What a typo costs: slips of the fingers and of the ear are cheap, others are not.

The distance is that of optimal string alignment (Boytsov, "Indexing methods for
approximate dictionary searching", 2011), with costs for each kind of edit.
"""

from __future__ import annotations

from itertools import pairwise

# What each kind of slip costs.
SWAP = 0.55
DOUBLED = 0.45
VOWEL = 0.6
SOUND = 0.65
NEIGHBOUR = 0.8
LETTER = 0.85
UNRELATED = 1.15
# Added for the first letter, which people seldom get wrong.
FIRST_LETTER = 0.45
_VOWELS = frozenset("aeiouy")
_SILENT = frozenset("aeiouyh")
_SOUNDS = frozenset(
    frozenset(pair) for pair in ("cs", "ck", "kq", "sz", "bv", "gj", "dt", "mn", "jy")
)
KEY_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")


def _neighbours() -> frozenset[frozenset[str]]:
    pairs = [row[at : at + 2] for row in KEY_ROWS for at in range(len(row) - 1)]
    for upper, lower in pairwise(KEY_ROWS):
        pairs += [upper[at : at + 1] + letter for at, letter in enumerate(lower)]
        pairs += [upper[at + 1 : at + 2] + letter for at, letter in enumerate(lower)]
    return frozenset(frozenset(pair) for pair in pairs)


_NEIGHBOURING_KEYS = _neighbours()


def cost(typed: str, word: str) -> float:
    """The cheapest way from `typed` to `word`; both without accents."""
    before: list[float] = []
    row = [0.0]
    for column in range(len(word)):
        row.append(row[-1] + _insertion_cost(word, column))
    for line, letter in enumerate(typed):
        before_last, before = before, row
        row = [before[0] + _insertion_cost(typed, line)]
        for column, replacement in enumerate(word):
            best = min(
                before[column] + _substitution_cost(letter, replacement, line, column),
                before[column + 1] + _insertion_cost(typed, line),
                row[column] + _insertion_cost(word, column),
            )
            is_swap = line and column and letter != replacement
            if (
                is_swap
                and typed[line - 1] == replacement
                and word[column - 1] == letter
            ):
                best = min(best, before_last[column - 1] + SWAP)
            row.append(best)
    return row[-1]


def _insertion_cost(word: str, at: int) -> float:
    """Of a letter too many, or of one that is missing."""
    if at and word[at] == word[at - 1]:
        return DOUBLED
    extra = FIRST_LETTER if at == 0 and word[at] != "h" else 0.0
    return (VOWEL if word[at] in _SILENT else LETTER) + extra


def _substitution_cost(letter: str, replacement: str, line: int, column: int) -> float:
    if letter == replacement:
        return 0.0
    extra = FIRST_LETTER if line == column == 0 else 0.0
    pair = frozenset((letter, replacement))
    if letter in _VOWELS and replacement in _VOWELS:
        return VOWEL + extra
    if pair in _SOUNDS:
        return SOUND + extra
    return (NEIGHBOUR if pair in _NEIGHBOURING_KEYS else UNRELATED) + extra
