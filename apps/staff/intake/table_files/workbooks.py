"""Reads the first sheet of an XLSX file, within limits that no honest table reaches.

A file of some kilobytes can unpack to gigabytes, and openpyxl reads a row as a whole.
So the parts of the file are unpacked, counted and forgotten before openpyxl sees them.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from datetime import datetime, time
from typing import Any
from xml.parsers import expat

from apps.staff.intake.table_files.file_kinds import READ_KINDS

MAX_UNPACKED_BYTES = 50 * 2**20
# A cell with its value makes two to four.
MAX_ELEMENTS = 700_000
# A sheet has no more columns, and openpyxl reads a row as a whole.
MAX_CELLS_OF_ROW = 16_384
PIECE_BYTES = 2**16

NO_WORKBOOK = f"This is not an XLSX file. {READ_KINDS}"
TOO_LARGE = (
    "This file is far larger than a table of rows. Copy the table alone into a new "
    "file and save that."
)
BROKEN = (
    "The file holds a cell that cannot be read. Open it in a spreadsheet program and "
    "save it again as XLSX or CSV."
)
FORMULAS = "The table holds formulas. Paste their results as values and save it again."


class UnreadableFile(Exception):  # noqa: N818 - named for what the file is
    """The file is not a table; the message tells staff why."""


def lines(content: bytes, most_columns: int) -> Iterator[list[str]]:
    """The rows of the first sheet, empty ones included; raises UnreadableFile."""
    sheet = _first_sheet(content)
    # Some programs write wrong ones, and openpyxl would make up the missing rows.
    sheet.reset_dimensions()
    try:
        for row in sheet.iter_rows(values_only=True, max_col=most_columns):
            yield [_text(value) for value in row]
    except MemoryError:  # the limit of the process, which says so itself
        raise
    except Exception as error:  # the parser raises whatever a value leads to
        raise UnreadableFile(BROKEN) from error


def _first_sheet(content: bytes) -> Any:
    from openpyxl import load_workbook  # noqa: PLC0415 - 60 ms that few processes need

    try:
        _insist_on_limits(content)
        book = load_workbook(io.BytesIO(content), read_only=True)
        return book.worksheets[0]
    except (UnreadableFile, MemoryError):
        raise
    except Exception as error:  # such as BadZipFile
        raise UnreadableFile(NO_WORKBOOK) from error


def _insist_on_limits(content: bytes) -> None:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        parts = archive.infolist()
        if sum(part.file_size for part in parts) > MAX_UNPACKED_BYTES:
            raise UnreadableFile(TOO_LARGE)
        counter = _Counter()
        for part in parts:
            with archive.open(part) as stream:
                counter.read(stream)


class _Counter:
    """Counts the bytes and elements of all parts of a file; raises UnreadableFile."""

    def __init__(self) -> None:
        self._byte_count = 0
        self._element_count = 0
        self._cell_count = 0

    def read(self, stream: Any) -> None:
        """Counts one part; parts that are not XML, such as pictures, have no elements.

        Nothing is counted after a part's first error: openpyxl stops reading there too.
        """
        parser, is_xml = expat.ParserCreate(), True
        parser.StartElementHandler = self._count_element
        while piece := stream.read(PIECE_BYTES):
            self._byte_count += len(piece)
            if self._byte_count > MAX_UNPACKED_BYTES:
                raise UnreadableFile(TOO_LARGE)
            try:
                if is_xml:
                    parser.Parse(piece)
            except expat.ExpatError:
                is_xml = False

    def _count_element(self, name: str, attributes: dict[str, str]) -> None:
        tag = name.rpartition(":")[2]
        self._element_count += 1
        self._cell_count = self._cell_count + (tag == "c") if tag != "row" else 0
        if self._element_count > MAX_ELEMENTS or self._cell_count > MAX_CELLS_OF_ROW:
            raise UnreadableFile(TOO_LARGE)
        # openpyxl writes a shared formula anew for each cell, however long it is.
        if tag == "f" and attributes.get("t", "normal") != "normal":
            raise UnreadableFile(FORMULAS)


def _text(value: Any) -> str:
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    # A spreadsheet stores a date that is typed as the midnight it begins with.
    if isinstance(value, datetime) and value.time() == time():
        return str(value.date())
    return "" if value is None else str(value)
