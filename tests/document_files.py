"""Writes documents for tests: PDF by hand, Word by python-docx."""

from __future__ import annotations

import io
from collections.abc import Sequence

from docx import Document

# Text with the size of its letters; "|" begins a cell further to the right.
Line = tuple[str, int]
WIDTH, HEIGHT, MARGIN = 612, 792, 72
CELL_POINTS = 160


def pdf(
    pages: Sequence[Sequence[Line]], title: str = "", drawn: Sequence[str] = ()
) -> bytes:
    """A PDF of these lines, in Helvetica. drawn: operators that follow on each page."""
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Count {len(pages)} /Kids [{_kids(pages)}] >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        f"<< /Title ({_escaped(title)}) >>",
    ]
    for number, lines in enumerate(pages):
        content = "\n".join([_content(lines), *drawn])
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {WIDTH} {HEIGHT}] "
            f"/Resources << /Font << /F1 3 0 R >> >> /Contents {6 + 2 * number} 0 R >>"
        )
        objects.append(f"<< /Length {len(content)} >>\nstream\n{content}\nendstream")
    return assembled(objects)


def bordered(cells: Sequence[tuple[float, float, float, float, str]]) -> list[str]:
    """Operators for cells in frames: left, bottom, width, height and the text, of which
    "|" begins another line."""
    drawn: list[str] = []
    for left, bottom, width, height, text in cells:
        drawn.append(f"{left} {bottom} {width} {height} re S")
        for number, line in enumerate(text.split("|"), 1):
            top = bottom + height - 11 * number
            place = f"1 0 0 1 {left + 2} {top} Tm"
            drawn.append(f"BT /F1 9 Tf {place} ({_escaped(line)}) Tj ET")
    return drawn


def assembled(objects: Sequence[str], version: str = "1.4") -> bytes:
    """The first object is the catalog, the fourth the information."""
    out = f"%PDF-{version}\n"
    places = []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += f"{number} 0 obj\n{body}\nendobj\n"
    xref = len(out)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n"
    out += "".join(f"{place:010} 00000 n \n" for place in places)
    info = "/Info 4 0 R" if len(objects) > 3 else ""
    out += f"trailer << /Size {len(objects) + 1} /Root 1 0 R {info} >>\n"
    return (out + f"startxref\n{xref}\n%%EOF\n").encode("latin-1")


def word(
    blocks: Sequence[tuple[str, int]],
    table: Sequence[Sequence[str]] = (),
    title: str = "",
) -> bytes:
    """blocks: text with the level of its heading, 0 for a paragraph; then a table.

    title: a first paragraph in the style of titles.
    """
    document = Document()
    if title:
        document.add_heading(title, 0)
    for text, level in blocks:
        if level:
            document.add_heading(text, level)
        else:
            document.add_paragraph(text)
    if table:
        grid = document.add_table(len(table), len(table[0]))
        for row, cells in zip(grid.rows, table, strict=True):
            for cell, text in zip(row.cells, cells, strict=True):
                cell.text = text
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def _kids(pages: Sequence[object]) -> str:
    return " ".join(f"{5 + 2 * number} 0 R" for number in range(len(pages)))


def _content(lines: Sequence[Line]) -> str:
    parts, top = ["BT"], HEIGHT - MARGIN
    for text, size in lines:
        for place, cell in enumerate(text.split("|")):
            left = MARGIN + place * CELL_POINTS
            parts.append(f"/F1 {size} Tf 1 0 0 1 {left} {top} Tm")
            parts.append(f"({_escaped(cell.strip())}) Tj")
        top -= round(size * 1.4)
    return "\n".join([*parts, "ET"])


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
