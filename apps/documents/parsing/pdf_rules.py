"""The drawn lines of a page of a PDF, and the grids that they make."""

from __future__ import annotations

import ctypes
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import Any

import pypdfium2 as pdfium
from pypdfium2 import raw

# In points: a drawn shape that is thinner is a line, and lines that are nearer touch.
THIN = 2.5
NEAR = 2.0
# A page that has more is a drawing; so is one of more lines after pieces are joined.
MOST_PIECES, MOST_RULES = 3_000, 400
MOST_COLUMNS, MOST_ROWS = 40, 300
LEAST_RULES = 3  # around two cells beside or above each other
Point = tuple[float, float]


@dataclass(frozen=True, order=True)
class Rule:
    """A line at one place of an axis, from one place of the other axis to another."""

    at: float
    start: float
    end: float


@dataclass(frozen=True)
class Grid:
    """xs: where columns begin and end, from the left. ys: of rows, from below."""

    xs: Sequence[float]
    ys: Sequence[float]
    across: Sequence[Rule]
    down: Sequence[Rule]

    def cell_at(self, x: float, y: float) -> tuple[int, int] | None:
        """Its row, from below, and its column; None outside."""
        row, column = bisect_right(self.ys, y) - 1, bisect_right(self.xs, x) - 1
        is_inside = 0 <= row < len(self.ys) - 1 and 0 <= column < len(self.xs) - 1
        return (row, column) if is_inside else None

    def is_divided(self, row: int, column: int) -> bool:
        """Whether a line stands between a cell and the next one of its row."""
        middle = (self.ys[row] + self.ys[row + 1]) / 2
        return _covers(self.down, self.xs[column + 1], middle)

    def is_ended(self, row: int, column: int) -> bool:
        """Whether a line stands between a cell and the next one above."""
        middle = (self.xs[column] + self.xs[column + 1]) / 2
        return _covers(self.across, self.ys[row + 1], middle)


def grids(page: Any) -> Iterator[Grid]:
    """Of at least two rows and two columns."""
    pieces = list(islice(_rules(page), MOST_PIECES + 1))
    across = _joined(rule for is_across, rule in pieces if is_across)
    down = _joined(rule for is_across, rule in pieces if not is_across)
    if len(pieces) > MOST_PIECES or max(len(across), len(down)) > MOST_RULES:
        return
    while across:
        own_across, own_down = _touching(across[0], across, down)
        across = [rule for rule in across if rule not in own_across]
        down = [rule for rule in down if rule not in own_down]
        xs, ys = _places(own_down), _places(own_across)
        is_table = LEAST_RULES <= len(xs) <= MOST_COLUMNS
        if is_table and LEAST_RULES <= len(ys) <= MOST_ROWS:
            yield Grid(xs, ys, tuple(own_across), tuple(own_down))


def _rules(page: Any) -> Iterator[tuple[bool, Rule]]:
    """Whether it goes across the page, and the line."""
    count = raw.FPDFPage_CountObjects(page.raw)
    for index in range(min(count, MOST_PIECES)):
        drawn = raw.FPDFPage_GetObject(page.raw, index)
        if raw.FPDFPageObj_GetType(drawn) == raw.FPDF_PAGEOBJ_PATH:
            for points in _shapes(drawn):
                yield from _rules_of(points)


def _shapes(drawn: Any) -> Iterator[list[Point]]:
    """The corners of each shape of a path."""
    matrix = _matrix(drawn)
    points: list[Point] = []
    for index in range(min(raw.FPDFPath_CountSegments(drawn), MOST_PIECES)):
        segment = raw.FPDFPath_GetPathSegment(drawn, index)
        kind = raw.FPDFPathSegment_GetType(segment)
        if kind == raw.FPDF_SEGMENT_MOVETO and points:
            yield points
            points = []
        if kind != raw.FPDF_SEGMENT_BEZIERTO:
            points.append(matrix.on_point(*_point(segment)))
        if points and raw.FPDFPathSegment_GetClose(segment):
            points.append(points[0])
    if points:
        yield points


def _matrix(drawn: Any) -> pdfium.PdfMatrix:
    own = raw.FS_MATRIX()
    raw.FPDFPageObj_GetMatrix(drawn, own)
    return pdfium.PdfMatrix.from_raw(own)


def _point(segment: Any) -> Point:
    x, y = ctypes.c_float(), ctypes.c_float()
    raw.FPDFPathSegment_GetPoint(segment, ctypes.byref(x), ctypes.byref(y))
    return x.value, y.value


def _rules_of(points: Sequence[Point]) -> Iterator[tuple[bool, Rule]]:
    """A thin shape is one line; the sides of any other are lines."""
    xs, ys = zip(*points, strict=True)
    if min(max(xs) - min(xs), max(ys) - min(ys)) <= THIN:
        yield from _rule((min(xs), min(ys)), (max(xs), max(ys)))
        return
    for first, second in pairwise(points):
        yield from _rule(first, second)


def _rule(first: Point, second: Point) -> Iterator[tuple[bool, Rule]]:
    """Nothing for a slanting line, and for a dot."""
    (left, right), (low, high) = (
        sorted(own) for own in zip(first, second, strict=True)
    )
    if high - low <= THIN < right - left:
        yield True, Rule((low + high) / 2, left, right)
    elif right - left <= THIN < high - low:
        yield False, Rule((left + right) / 2, low, high)


def _joined(rules: Iterable[Rule]) -> list[Rule]:
    """Pieces of one line as that line."""
    joined: list[Rule] = []
    at = 0.0
    aligned: dict[float, list[Rule]] = {}
    for rule in sorted(rules):
        at = at if aligned and rule.at - at <= NEAR else rule.at
        aligned.setdefault(at, []).append(rule)
    for place, pieces in aligned.items():
        pieces.sort(key=lambda rule: rule.start)
        start, end = pieces[0].start, pieces[0].end
        for piece in pieces:
            if piece.start - end > NEAR:
                joined.append(Rule(place, start, end))
                start, end = piece.start, piece.end
            end = max(end, piece.end)
        joined.append(Rule(place, start, end))
    return joined


def _touching(
    first: Rule, across: Sequence[Rule], down: Sequence[Rule]
) -> tuple[set[Rule], set[Rule]]:
    """All lines that hang together with one that goes across."""
    own_across, own_down = {first}, set[Rule]()
    latest = {first}
    while latest:
        new_down = {own for own in down if any(_cross(rule, own) for rule in latest)}
        new_down -= own_down
        latest = {rule for rule in across if any(_cross(rule, own) for own in new_down)}
        latest -= own_across
        own_down |= new_down
        own_across |= latest
    return own_across, own_down


def _cross(across: Rule, down: Rule) -> bool:
    return _has(across, down.at) and _has(down, across.at)


def _has(rule: Rule, place: float) -> bool:
    return rule.start - NEAR <= place <= rule.end + NEAR


def _covers(rules: Iterable[Rule], at: float, place: float) -> bool:
    return any(abs(rule.at - at) <= NEAR and _has(rule, place) for rule in rules)


def _places(rules: Iterable[Rule]) -> list[float]:
    return sorted({rule.at for rule in rules})
