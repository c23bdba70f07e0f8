"""The signs of a page of a PDF, and where each of them stands."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Iterator
from typing import Any

from pypdfium2 import raw

# Signs for a word that a line's end divides.
HYPHENS = frozenset("\ufffe\u0002\u00ad")
MOST_CHARS_ON_PAGE = 100_000


def count(text_page: Any) -> int:
    return min(int(raw.FPDFText_CountChars(text_page)), MOST_CHARS_ON_PAGE)


def sign(text_page: Any, index: int) -> str:
    return chr(raw.FPDFText_GetUnicode(text_page, index) or 32)


def signs(text_page: Any) -> list[tuple[int, str]]:
    """The place of each, and what it is."""
    return [(index, sign(text_page, index)) for index in range(count(text_page))]


def lines(of_page: Iterable[tuple[int, str]]) -> Iterator[list[tuple[int, str]]]:
    line: list[tuple[int, str]] = []
    for index, own in of_page:
        if own not in "\r\n":
            line.append((index, own))
        elif line:
            yield line
            line = []
    if line:
        yield line


def box(text_page: Any, index: int) -> tuple[float, float, float, float] | None:
    """Left, right, bottom and top of a letter's cell, in points."""
    rect = raw.FS_RECTF()
    if not raw.FPDFText_GetLooseCharBox(text_page, index, ctypes.byref(rect)):
        return None
    return rect.left, rect.right, rect.bottom, rect.top
