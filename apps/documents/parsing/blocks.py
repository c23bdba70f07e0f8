"""What a file consists of: headings, paragraphs and lines of tables, in order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from django.utils.html import strip_tags

from apps.language import visible_characters

MOST_CHARS = 2_000_000
MOST_BLOCKS = 30_000
MOST_PAGES = 1_000
LONGEST_HEADING = 200
TOO_MUCH_TEXT = (
    "The file holds more than two million characters of text. "
    "Divide it into several files."
)
TOO_MANY_BLOCKS = (
    "The file has more than 30,000 paragraphs and lines of tables. "
    "Divide it into several files."
)
NO_TEXT = (
    "No text was found in the file. Pictures of text, such as scans, cannot be read."
)
GIVEN_BY_PROGRAMS = ("microsoft ", "untitled", "document", "word document")
# What separates the cells of a table in its text.
CELL = " | "
EMPTY_CELL = "\N{EN DASH}"


class UnreadableFile(Exception):  # noqa: N818 - named for what the file is
    """Its text is the sentence for staff."""


@dataclass(frozen=True)
class Block:
    """level: of a heading, from 1; 0 for text. page: from 1; 0 where there are none."""

    text: str
    level: int = 0
    page: int = 0
    kind: Literal["text", "table", "heading"] = "text"


@dataclass
class Section:
    """What stands below a heading. heading: with those above it, from the outermost."""

    heading: list[str]
    parts: list[dict[str, Any]] = field(default_factory=list)


@dataclass
class ParsedFile:
    """pages: their number; 0 for files without pages."""

    title: str
    pages: int
    sections: list[Section]

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def parsed(blocks: Iterable[Block], title: str = "", pages: int = 0) -> ParsedFile:
    """Raises UnreadableFile for a file without text, or with too much of it."""
    sections = list(_sections(_counted(blocks)))
    if not any(section.parts for section in sections):
        raise UnreadableFile(NO_TEXT)
    outermost = next((s.heading[0] for s in sections if s.heading), "")
    return ParsedFile(_title(title) or outermost, pages, sections)


def table_row(cells: Iterable[str]) -> str:
    """The text of a line of a table, in which empty cells keep their places.

    Empty where all are; one that has text in its first cell alone is that text.
    """
    texts = list(cells)
    if not any(texts[1:]):
        return "".join(texts[:1])
    return CELL.join(text or EMPTY_CELL for text in texts)


def _title(title: str) -> str:
    """Empty for one that a program has given: "Microsoft Word - draft2.docx"."""
    words = _one_line(title)
    is_given = words.lower().startswith(GIVEN_BY_PROGRAMS)
    is_file = words.lower().endswith((".doc", ".docx", ".pdf", ".html", ".indd"))
    return "" if is_given or is_file else words


def _counted(blocks: Iterable[Block]) -> Iterator[Block]:
    char_count = 0
    for count, block in enumerate(blocks, 1):
        char_count += len(block.text)
        if char_count > MOST_CHARS:
            raise UnreadableFile(TOO_MUCH_TEXT)
        if count > MOST_BLOCKS:
            raise UnreadableFile(TOO_MANY_BLOCKS)
        yield block


def _sections(blocks: Iterable[Block]) -> Iterator[Section]:
    """One for each heading, also for one that only has headings below it."""
    above: list[tuple[int, str]] = []
    current = Section([])
    for block in blocks:
        text = _one_line(block.text) if block.level else _tidy(block.text)
        if not text:
            continue
        if block.level:
            if current.parts:
                yield current
            above = [own for own in above if own[0] < block.level]
            above.append((block.level, text[:LONGEST_HEADING]))
            current = Section([heading for _, heading in above])
        else:
            part = {"text": text, "page": block.page, "kind": block.kind}
            current.parts.append(part)
    if current.parts:
        yield current


def _one_line(text: str) -> str:
    """A heading, and so what an answer cites: written markup could not be told."""
    return " ".join(strip_tags(_storable(text)).split())


def _tidy(text: str) -> str:
    lines = (" ".join(line.split()) for line in _storable(text).splitlines())
    return "\n".join(line for line in lines if line)


def _storable(text: str) -> str:
    """Without what PostgreSQL refuses, zero bytes and halves of characters, and without
    what no reader sees or what covers the lines around it."""
    text = text.replace("\0", "").encode("utf-8", "ignore").decode("utf-8")
    return text if text.isascii() else visible_characters.only(text)
