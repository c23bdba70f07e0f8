"""Lines, headings and tables of a PDF, from the places of its letters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import median
from typing import Any

import pypdfium2 as pdfium
from pypdfium2 import raw

from apps.documents.parsing import pdf_gaps, pdf_letters, pdf_tables
from apps.documents.parsing.blocks import (
    CELL,
    MOST_PAGES,
    Block,
    ParsedFile,
    UnreadableFile,
    parsed,
)
from apps.documents.parsing.pdf_tables import Table

DAMAGED = "The file is damaged: it cannot be opened as a PDF."
ENCRYPTED = (
    "The file is protected with a password. Save it without one and upload it again."
)
TOO_MANY_PAGES = (
    f"The file has more than {MOST_PAGES:,} pages. Divide it into several files."
)
BULLETS = "•-\N{EN DASH}*▪●"
LARGER = 1.15
BOLD = 600
LONGEST_HEADING, LONGEST_BOLD_HEADING = 120, 80
# A line at the edge of so many pages, such as a footer, is left out.
REPEATED_ON = 3


@dataclass(frozen=True)
class Line:
    """size: of its first letters, in points; bottom: where it stands, from below."""

    text: str
    page: int
    size: float
    is_bold: bool
    bottom: float
    is_of_table: bool = False


def read(path: str) -> ParsedFile:
    """Raises UnreadableFile."""
    document = opened(path)
    pages = [list(_lines(document, number)) for number in range(len(document))]
    lines = list(_without_repeated(pages))
    sizes = [line.size for line in lines for _ in range(max(len(line.text) // 20, 1))]
    body = median(sizes) if sizes else 0.0
    title = str(document.get_metadata_value("Title") or "")
    return parsed(_blocks(lines, body), title, len(document))


def opened(path: str) -> Any:
    try:
        document = pdfium.PdfDocument(path)
        count = len(document)
    except pdfium.PdfiumError as error:
        is_locked = "assword" in str(error) or "ecurity" in str(error)
        raise UnreadableFile(ENCRYPTED if is_locked else DAMAGED) from error
    if count > MOST_PAGES:
        raise UnreadableFile(TOO_MANY_PAGES)
    if not count:
        raise UnreadableFile(DAMAGED)
    return document


def _lines(document: Any, number: int) -> Iterator[Line]:
    """Of one page, which may be damaged alone."""
    try:
        page = document[number]
        text_page = page.get_textpage()
    except pdfium.PdfiumError:
        return
    try:
        tables = pdf_tables.read(page, text_page.raw)
        yield from _lines_of(text_page.raw, number + 1, tables)
    finally:
        text_page.close()
        page.close()


def _lines_of(text_page: Any, page: int, tables: Sequence[Table]) -> Iterator[Line]:
    """Each table stands where the first of its letters does."""
    first_letters = {table.letters[0]: table for table in tables}
    inside = {index for table in tables for index in table.letters}
    letters: list[str] = []
    first = -1
    signs = pdf_letters.signs(text_page)
    free = (own for own in signs if own[0] not in inside)
    gaps = pdf_gaps.between_cells(text_page, pdf_letters.lines(free))
    for index, sign in signs:
        if sign in "\r\n" or index in inside:
            if line := _line(text_page, letters, first, page):
                yield line
            letters, first = [], -1
            if table := first_letters.get(index):
                yield from _rows(text_page, table, page)
        elif sign in pdf_letters.HYPHENS:
            letters.append("\ufffe")
        elif sign.isspace():
            letters.append(CELL if index in gaps and letters else " ")
        else:
            first = index if first < 0 else first
            letters.append(sign)
    if line := _line(text_page, letters, first, page):
        yield line


def _rows(text_page: Any, table: Table, page: int) -> Iterator[Line]:
    first = _line(text_page, ["-"], table.letters[0], page)
    for text in table.rows():
        if first:
            yield replace(first, text=text, is_bold=False, is_of_table=True)


def _line(text_page: Any, letters: list[str], first: int, page: int) -> Line | None:
    text = "".join(letters).strip().strip("|").strip()
    if not text or first < 0:
        return None
    size = raw.FPDFText_GetFontSize(text_page, first)
    box = pdf_letters.box(text_page, first)
    # The size is in units of the font's own matrix; the height of its cell is not.
    height = (box[3] - box[2]) if box else 0.0
    weight = raw.FPDFText_GetFontWeight(text_page, first)
    return Line(text, page, height or size, weight >= BOLD, box[2] if box else 0.0)


def _without_repeated(pages: Sequence[Sequence[Line]]) -> Iterator[Line]:
    """Without page numbers, and headers and footers that most pages repeat."""
    edges: Counter[str] = Counter()
    for lines in pages:
        edges.update({line.text for line in (*lines[:2], *lines[-2:])})
    most = max(REPEATED_ON, len(pages) // 2)
    repeated = {text for text, count in edges.items() if count >= most}
    for lines in pages:
        at_edge = {id(line) for line in (*lines[:2], *lines[-2:])}
        for line in lines:
            is_furniture = line.text in repeated or line.text.isdigit()
            is_at_edge = id(line) in at_edge and not line.is_of_table
            if not (is_at_edge and is_furniture):
                yield line


def _blocks(lines: Sequence[Line], body: float) -> Iterator[Block]:
    """Lines of a paragraph joined; a heading and a line of a table stand alone."""
    paragraph: list[Line] = []
    heading_sizes = sorted(
        {_rounded(line.size) for line in lines if _is_large(line, body)}
    )
    for line in lines:
        is_table = line.is_of_table or CELL in line.text
        level = 0 if is_table else _level(line, body, heading_sizes)
        if paragraph and (level or is_table or not _goes_on(paragraph[-1], line)):
            yield _paragraph(paragraph)
            paragraph = []
        if level:
            text = line.text.replace("\ufffe", "-")
            yield Block(text, level, line.page, "heading")
        elif is_table:
            yield Block(line.text.replace("\ufffe", "-"), 0, line.page, "table")
        else:
            paragraph.append(line)
    if paragraph:
        yield _paragraph(paragraph)


def _paragraph(lines: Sequence[Line]) -> Block:
    text = " ".join(line.text for line in lines)
    text = text.replace("\ufffe ", "").replace("\ufffe", "")
    return Block(text, 0, lines[0].page)


def _goes_on(above: Line, line: Line) -> bool:
    """Whether a line continues the paragraph: near below, and no item of a list."""
    if line.page != above.page or line.text[:1] in BULLETS:
        return False
    drop = above.bottom - line.bottom
    return 0 < drop < 1.8 * max(above.size, line.size)


def _is_large(line: Line, body: float) -> bool:
    is_short = len(line.text) <= LONGEST_HEADING and CELL not in line.text
    return is_short and line.size > LARGER * body


def _level(line: Line, body: float, heading_sizes: Sequence[float]) -> int:
    """Of a heading: the larger its letters, the further out; 0 for no heading."""
    if not any(sign.isalpha() for sign in line.text):
        return 0
    if _is_large(line, body) and not line.text.endswith((".", ",", ";")):
        larger = [size for size in heading_sizes if size > _rounded(line.size)]
        return min(len(larger) + 1, 6)
    is_short = len(line.text) <= LONGEST_BOLD_HEADING and CELL not in line.text
    is_bold = line.is_bold and not line.text.endswith((".", ",", ";", ":"))
    return 7 if is_bold and is_short else 0


def _rounded(size: float) -> float:
    return round(size * 2) / 2
