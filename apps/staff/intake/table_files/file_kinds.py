"""Recognises files that are no tables, in the words of staff, by their first bytes."""

from __future__ import annotations

READ_KINDS = "Only CSV and XLSX files are read. Save the table as one of them."
# In a workbook and in no other ZIP file; names of parts are not compressed.
_WORKBOOK = b"xl/workbook"
_ZIP = b"PK\x03\x04"
_STARTS = (
    (b"\x89PNG", "a picture (PNG)"),
    (b"\xff\xd8\xff", "a picture (JPEG)"),
    (b"GIF8", "a picture (GIF)"),
    (b"II*\x00", "a picture (TIFF)"),
    (b"MM\x00*", "a picture (TIFF)"),
    (b"%PDF-", "a PDF"),
    (b"{\\rtf", "a text document (RTF)"),
    (
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
        "an old Excel file (XLS), an old Word file, or protected by a password",
    ),
    (b"\x1f\x8b", "a compressed archive"),
    (b"<!doctype html", "a web page"),
    (b"<html", "a web page"),
)
_CONTAINERS = (
    (b"RIFF", 8, b"WEBP", "a picture (WebP)"),
    (b"", 4, b"ftyphei", "a picture (HEIC)"),
    (b"", 4, b"ftyp", "a video"),
)
_ZIP_PARTS = (
    (b"word/document", "a Word document"),
    (b"ppt/presentation", "a presentation"),
    (b"opendocument.spreadsheet", "an ODS table"),
    (b"opendocument.", "a text document or presentation (OpenDocument)"),
)


def is_workbook(content: bytes) -> bool:
    return content.startswith(_ZIP) and _WORKBOOK in content


def foreign_kind(content: bytes) -> str:
    """What the file is if it is certainly no table, such as "a PDF"; else empty."""
    if content.startswith(_ZIP):
        return "" if is_workbook(content) else _kind_of_archive(content)
    beginning = content.lstrip()[:32].lower()
    starts = (kind for start, kind in _STARTS if _begins(content, beginning, start))
    containers = (
        kind
        for start, place, mark, kind in _CONTAINERS
        if content.startswith(start) and content[place:].startswith(mark)
    )
    return next(starts, "") or next(containers, "")


def _begins(content: bytes, beginning: bytes, start: bytes) -> bool:
    """Whether a file begins so; markup may follow blanks and be in capitals."""
    is_markup = start.startswith(b"<")
    return beginning.startswith(start) if is_markup else content.startswith(start)


def _kind_of_archive(content: bytes) -> str:
    parts = (kind for part, kind in _ZIP_PARTS if part in content)
    return next(parts, "a ZIP archive")
