"""One page of a PDF as a picture, and where a sentence stands on it."""

from __future__ import annotations

import ctypes
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any

from PIL import ImageDraw
from pypdfium2 import raw

from apps.documents.parsing import pdf
from apps.documents.parsing.blocks import UnreadableFile

# A page is drawn as wide as a phone held sideways shows it in full sharpness.
WIDTH_PIXELS = 1400
MOST_PIXELS = 8_000_000
NO_PAGE = "The file has no such page."
# Of a sentence that goes on overleaf, its beginning is marked, if it is so long.
LEAST_LETTERS = 12
Box = tuple[float, float, float, float]


def draw(
    path: str, number: int, sentence: str, picture: str, held: Collection[str] = ()
) -> dict[str, Any]:
    """Writes the picture (PNG), and returns the page's size and the boxes in points.

    held: sentences that are painted over, as nobody is to read them.
    Boxes are [left, top, width, height], from the upper left corner of the page.
    Raises UnreadableFile.
    """
    document = pdf.opened(path)
    if not 1 <= number <= len(document):
        raise UnreadableFile(NO_PAGE)
    page = document[number - 1]
    width, height = page.get_size()
    if not Path(picture).exists():
        covered = [box for text in held for box in _boxes(page, text, height)]
        _write(page, width, height, picture, covered)
    boxes = _boxes(page, sentence, height) if sentence else []
    return {"width": width, "height": height, "boxes": boxes, "pages": len(document)}


def _write(
    page: Any, width: float, height: float, picture: str, covered: Iterable[Box]
) -> None:
    if width <= 0 or height <= 0:
        raise UnreadableFile(pdf.DAMAGED)
    scale = WIDTH_PIXELS / width
    if width * height * scale**2 > MOST_PIXELS:
        scale = (MOST_PIXELS / (width * height)) ** 0.5
    drawn = page.render(scale=scale).to_pil()
    for left, top, box_width, box_height in covered:
        corners = (left, top, left + box_width, top + box_height)
        ImageDraw.Draw(drawn).rectangle([scale * own for own in corners], "white")
    image = drawn.convert("P", colors=128)
    unfinished = f"{picture}.part"
    image.save(unfinished, "PNG", optimize=False)
    Path(unfinished).rename(picture)


def _boxes(page: Any, sentence: str, height: float) -> list[Box]:
    text_page = page.get_textpage()
    places, letters = _letters(text_page.raw)
    start, length = _find(letters, "".join(filter(str.isalnum, sentence.lower())))
    if not length:
        return []
    first, last = places[start], places[start + length - 1]
    count = raw.FPDFText_CountRects(text_page.raw, first, last - first + 1)
    return [_box(text_page.raw, index, height) for index in range(count)]


def _letters(text_page: Any) -> tuple[list[int], str]:
    """Letters and digits of a page, each with its place among all signs."""
    places: list[int] = []
    letters: list[str] = []
    for index in range(raw.FPDFText_CountChars(text_page)):
        sign = chr(raw.FPDFText_GetUnicode(text_page, index) or 32).lower()
        if sign.isalnum() and len(sign) == 1:
            places.append(index)
            letters.append(sign)
    return places, "".join(letters)


def _find(letters: str, sentence_letters: str) -> tuple[int, int]:
    """Where the letters of a sentence begin, and how many of them there are."""
    length = len(sentence_letters)
    while length >= min(LEAST_LETTERS, len(sentence_letters)) > 0:
        start = letters.find(sentence_letters[:length])
        if start >= 0:
            return start, length
        length = length * 3 // 4
    return 0, 0


def _box(text_page: Any, index: int, height: float) -> Box:
    left, top, right, bottom = (ctypes.c_double() for _ in range(4))
    raw.FPDFText_GetRect(
        text_page,
        index,
        *(ctypes.byref(value) for value in (left, top, right, bottom)),
    )
    return (
        round(left.value, 2),
        round(height - top.value, 2),
        round(right.value - left.value, 2),
        round(top.value - bottom.value, 2),
    )
