"""Reads and writes tables; a cell never becomes a formula in somebody's spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Any

from openpyxl import Workbook, load_workbook
from openpyxl.utils.exceptions import InvalidFileException

MOST_ROWS = 5000
# What spreadsheets take for the beginning of a formula (OWASP, CSV injection).
FORMULA = ("=", "+", "-", "@", "\t", "\r")
Table = list[dict[str, str]]


class Unreadable(Exception):  # noqa: N818 - it says what the file is
    """A file that is no table; says in staff words why."""


def read(name: str, content: bytes) -> Table:
    """Rows by the names of the first line; empty rows are left out."""
    is_workbook = name.lower().endswith((".xlsx", ".xlsm"))
    lines = _workbook(content) if is_workbook else _text(content)
    first = lines[0] if lines else []
    head = [cell.strip().lower().replace(" ", "_") for cell in first]
    if not any(head):
        raise Unreadable("The first line must name the columns.")
    if len(set(filter(None, head))) < len(list(filter(None, head))):
        raise Unreadable("Two columns have one name.")
    rows = [_row(head, line) for line in lines[1:] if any(map(str.strip, line))]
    if not rows:
        raise Unreadable("There is no row below the names of the columns.")
    if len(rows) > MOST_ROWS:
        raise Unreadable(f"{len(rows)} rows are too many; {MOST_ROWS} fit in one file.")
    return rows


def write_csv(head: Sequence[str], rows: Iterable[Sequence[str]]) -> bytes:
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(head)
    writer.writerows([_harmless(cell) for cell in row] for row in rows)
    return out.getvalue().encode("utf-8-sig")  # spreadsheets look for the mark


def write_xlsx(head: Sequence[str], rows: Iterable[Sequence[str]]) -> bytes:
    book = Workbook(write_only=True)
    sheet = book.create_sheet("Rows")
    sheet.append(list(head))
    for row in rows:
        sheet.append([_harmless(cell) for cell in row])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _row(head: list[str], line: list[str]) -> dict[str, str]:
    return {
        name: _as_meant(cell) for name, cell in zip(head, line, strict=False) if name
    }


def _harmless(cell: str) -> str:
    return f"'{cell}" if cell.startswith(FORMULA) else cell


def _as_meant(cell: str) -> str:
    """Undoes `_harmless`."""
    text = cell.strip()
    return text[1:] if text.startswith("'") and text[1:].startswith(FORMULA) else text


def _text(content: bytes) -> list[list[str]]:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode("cp1252", errors="replace")  # what old spreadsheets save
    if "\0" in text:
        raise Unreadable("This is no text. Save the table as CSV or XLSX.")
    first = text.partition("\n")[0]
    mark = ";" if first.count(";") > first.count(",") else ","
    try:
        return list(csv.reader(io.StringIO(text, newline=""), delimiter=mark))
    except csv.Error as error:
        raise Unreadable(f"This is no table: {error}.") from error


def _workbook(content: bytes) -> list[list[str]]:
    try:
        book = load_workbook(io.BytesIO(content), read_only=True)
    except (InvalidFileException, OSError, KeyError, ValueError) as error:
        raise Unreadable("This is no XLSX file.") from error
    except Exception as error:  # zipfile raises an error of its own for no zip at all
        raise Unreadable("This is no XLSX file.") from error
    lines = book.worksheets[0].iter_rows(values_only=True, max_row=MOST_ROWS + 2)
    return [[_cell(value) for value in line] for line in lines]


def _cell(value: Any) -> str:
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return "" if value is None else str(value)
