"""Where blanks part the cells of a table that has no lines drawn around them.

A wide blank does. So does a narrower one that stands in a column with others: the words
behind them begin or end at the same place of neighbouring lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile
from typing import Any

from apps.documents.parsing import pdf_letters

# Of the height of the letters, of which an ordinary blank takes a quarter.
WIDE, NARROW = 1.6, 0.4
# So many times the smallest blank of its line: lines are set wide all over, too.
LARGER = 1.5
# In points: what is nearer stands below each other.
NEAR = 2.0
# Of the height: letters that differ less are alike, and a line may be longer by this.
ALIKE, LONGER = 0.1, 4.0
# Others of the same column that make a narrow blank one between cells.
LEAST_OTHERS = 2
MOST_COLUMNS = 40
LONGEST_MARK = 3
Signs = Sequence[tuple[int, str]]


@dataclass(frozen=True)
class Gap:
    """blank: its place on the page. start, end: of the words behind it, up to the next
    gap. is_wide: that it needs no others. height: of the letters before it."""

    blank: int
    start: float
    end: float
    is_wide: bool
    height: float
    end_of_line: float

    def is_below(self, counterpart: Gap) -> bool:
        """Whether the words behind both begin, end or have their middle there."""
        starts, ends = self.start - counterpart.start, self.end - counterpart.end
        return min(abs(starts), abs(ends), abs(starts + ends) / 2) <= NEAR


@dataclass(frozen=True)
class _Blank:
    place: int
    left: float
    right: float
    height: float
    end_of_line: float

    @property
    def width(self) -> float:
        return self.right - self.left

    def is_like(self, gap: Gap) -> bool:
        """Whether it stands above or below a gap, in a line of the same letters that is
        not much longer."""
        is_alike = abs(self.height - gap.height) <= ALIKE * gap.height
        is_short = self.end_of_line <= gap.end_of_line + LONGER * gap.height
        return is_alike and is_short and abs(self.right - gap.start) <= NEAR


def between_cells(text_page: Any, lines: Iterable[Signs]) -> set[int]:
    """The places of blanks that part cells.

    lines: of the page, from above; the place and the sign of each letter.
    """
    blanks = [list(_blanks(text_page, line)) for line in lines]
    gaps = [list(_gaps(own)) for own in blanks]
    parting = [
        [gap for gap in own if gap.is_wide or _is_of_column(gap, number, gaps)]
        for number, own in enumerate(gaps)
    ]
    places = {gap.blank for own in parting for gap in own}
    for number, own in enumerate(blanks):
        for neighbours in (
            *parting[max(number - 1, 0) : number],
            *parting[number + 1 :][:1],
        ):
            places |= _below_all(own, neighbours)
    return places


def _below_all(blanks: Sequence[_Blank], columns: Sequence[Gap]) -> set[int]:
    """The blanks of a line that stand at all columns of the next one: a word may leave
    no more than an ordinary one. Empty for a line that fits it by chance, such as a
    longer one or one of other letters."""
    below = [next((own for own in blanks if own.is_like(gap)), None) for gap in columns]
    is_fit = len(below) >= LEAST_OTHERS and all(below)
    return {own.place for own in below if own} if is_fit else set()


def _is_of_column(gap: Gap, number: int, gaps: Sequence[Sequence[Gap]]) -> bool:
    """Whether lines next to its own go on with its column: two of them, or one that
    shares a second column."""

    def has_below(line: Sequence[Gap]) -> bool:
        return any(gap.is_below(counterpart) for counterpart in line)

    above, below = number - LEAST_OTHERS, number + 1
    neighbours = [*takewhile(has_below, reversed(gaps[max(above, 0) : number]))]
    neighbours += takewhile(has_below, gaps[below : below + LEAST_OTHERS])
    shared = [
        sum(
            any(own.is_below(counterpart) for counterpart in line)
            for own in gaps[number]
        )
        for line in neighbours
    ]
    return max(len(neighbours), *shared, 0) >= LEAST_OTHERS


def _gaps(blanks: Sequence[_Blank]) -> Iterator[Gap]:
    """The blanks of a line that are larger than an ordinary one."""
    smallest = min((blank.width for blank in blanks), default=0.0)
    large = [own for own in blanks if _is_large(own, smallest)]
    ends = [own.left for own in large[1:]] + [own.end_of_line for own in large[-1:]]
    for own, end in zip(large, ends, strict=True):
        is_wide = own.width > WIDE * own.height
        if is_wide or len(large) <= MOST_COLUMNS:
            yield Gap(own.place, own.right, end, is_wide, own.height, own.end_of_line)


def _is_large(blank: _Blank, smallest: float) -> bool:
    narrow = NARROW * blank.height
    return blank.width >= max(narrow, LARGER * min(smallest, narrow))


def _blanks(text_page: Any, line: Signs) -> Iterator[_Blank]:
    """Those between two letters, of which several in a row are one; none behind the
    mark of a list."""
    letters = [(index, sign) for index, sign in line if not sign.isspace()]
    last = pdf_letters.box(text_page, letters[-1][0]) if letters else None
    mark = _mark(line)
    for (before, _), (behind, _) in pairwise(letters):
        if behind - before < 2 or before < mark:  # noqa: PLR2004 - no blank between
            continue
        left, right = (pdf_letters.box(text_page, own) for own in (before, behind))
        if left and right and last:
            height = max(left[3] - left[2], 1.0)
            yield _Blank(before + 1, left[1], right[0], height, last[1])


def _mark(line: Signs) -> int:
    """Where the first word ends, if it is none: "1." or a bullet."""
    text = "".join(sign for _, sign in line)
    first, _, _ = text.lstrip().partition(" ")
    is_mark = len(first) <= LONGEST_MARK and not first[-1:].isalnum()
    is_at = len(text) - len(text.lstrip()) + len(first)
    return line[is_at - 1][0] + 1 if is_mark and first else -1
