"""What a row has to have: "a room with a sofa bed"."""

from __future__ import annotations

from collections.abc import Sequence

from apps.infrastructure import patterns
from apps.knowledge.statements.index import StatementIndex
from apps.language.word_forms import EMPTY, stems

_WITH = patterns.compile(
    r"\bwith (?:an? |the |its own |their own )?((?:[a-z-]+ ?){1,3})", "i"
)
_END = patterns.compile(
    r"^(under|below|over|above|in|for|at|on|near|and|or|but|that|which|to|of|by)$", "i"
)


def rows_having(index: StatementIndex, rows: Sequence[int], text: str) -> Sequence[int]:
    """Ids of the rows that have all that the text says after "with"; of its words, only
    those that tell these rows apart. All of them where no word does."""
    for word in _words(text):
        having = [row for row in rows if index.row_has_word(row, word)]
        rows = having or rows
    return rows


def _words(text: str) -> Sequence[str]:
    match = _WITH.search(text)
    wish: list[str] = []
    for word in match[1].split() if match else ():
        if _END.search(word):
            break
        wish.append(word)
    return [stem for stem in stems(" ".join(wish)) if stem not in EMPTY]
