"""Headings, paragraphs and tables of a Word document."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from typing import Any

from docx import Document
from docx.oxml.exceptions import InvalidXmlError
from docx.table import Table
from docx.text.paragraph import Paragraph
from lxml import etree

from apps.documents.parsing.blocks import (
    Block,
    ParsedFile,
    UnreadableFile,
    parsed,
    table_row,
)

DAMAGED = "The file is damaged: it cannot be opened as a Word document."
MOST_BYTES = 200 * 2**20
MOST_MEMBERS = 5_000
TOO_LARGE = (
    "Unpacked, the file is larger than 200 MB, which no document of text is. "
    "Save it anew without pictures and upload it again."
)
MAIN_PART = "word/document.xml"
HAS_ENTITIES = (
    "The file declares entities of XML, which Word never does, so parts of its text "
    "cannot be read. Open it in Word, save it anew and upload it again."
)
# What python-docx raises for packages that are not what they say.
FAULTS = (
    zipfile.BadZipFile,
    KeyError,
    ValueError,
    OSError,
    EOFError,
    NotImplementedError,
    RuntimeError,
    AttributeError,
    IndexError,
    etree.XMLSyntaxError,
    InvalidXmlError,
)


def read(path: str) -> ParsedFile:
    """Raises UnreadableFile."""
    _insist_on_size(path)
    try:
        document = Document(path)
        _insist_on_plain_xml(document)
        blocks = list(_blocks(document))
        title = document.core_properties.title or ""
    except FAULTS as error:
        raise UnreadableFile(DAMAGED) from error
    return parsed(blocks, title)


def is_word(path: str) -> bool:
    """Whether a file is a zip with the main part of a Word document."""
    try:
        with zipfile.ZipFile(path) as package:
            return MAIN_PART in package.namelist()
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
        return False


def _insist_on_size(path: str) -> None:
    """By what the package says of itself; the child's memory holds what it hides."""
    try:
        with zipfile.ZipFile(path) as package:
            members = package.infolist()
    except FAULTS as error:
        raise UnreadableFile(DAMAGED) from error
    total = sum(member.file_size for member in members)
    if total > MOST_BYTES or len(members) > MOST_MEMBERS:
        raise UnreadableFile(TOO_LARGE)


def _insist_on_plain_xml(document: Any) -> None:
    """python-docx leaves entities out, and all text of a run that follows one."""
    if document.element.getroottree().docinfo.internalDTD is not None:
        raise UnreadableFile(HAS_ENTITIES)


def _blocks(document: Any) -> Iterator[Block]:
    levels = {style.style_id: _level(style.name or "") for style in document.styles}
    for child in document.element.body.iterchildren():
        if child.tag.endswith("}p"):
            yield _paragraph(Paragraph(child, document), levels)
        elif child.tag.endswith("}tbl"):
            yield from _rows(Table(child, document))


def _paragraph(paragraph: Any, levels: dict[str, int]) -> Block:
    properties = paragraph._p.pPr
    style = properties.style if properties is not None else None
    level = levels.get(style or "", 0)
    is_item = properties is not None and properties.numPr is not None
    text = _text(paragraph)
    if level:
        return Block(text, level, kind="heading")
    return Block(f"• {text}" if is_item and text else text)


def _text(paragraph: Any) -> str:
    """Of runs and links, without those that Word hides."""
    runs = [
        run
        for part in paragraph.iter_inner_content()
        for run in (part.runs if hasattr(part, "runs") else (part,))
    ]
    return "".join(run.text for run in runs if not run.font.hidden)


def _rows(table: Any) -> Iterator[Block]:
    """A merged cell counts once."""
    for row in table.rows:
        cells = dict.fromkeys(cell._tc for cell in row.cells)
        texts = [
            " ".join(_text(Paragraph(own, table)) for own in cell.p_lst).strip()
            for cell in cells
        ]
        yield Block(table_row(texts), kind="table")


def _level(style: str) -> int:
    """A title stands above the headings of the first level."""
    name = style.lower()
    if name == "title":
        return 1
    number = name.removeprefix("heading ")
    return min(int(number), 6) + 1 if name != number and number.isdigit() else 0
