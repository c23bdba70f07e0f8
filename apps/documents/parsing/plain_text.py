"""Text files and Markdown, in whatever encoding they come."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from charset_normalizer import from_bytes
from markdown_it import MarkdownIt

from apps.documents.parsing import html
from apps.documents.parsing.blocks import (
    MOST_CHARS,
    TOO_MUCH_TEXT,
    Block,
    ParsedFile,
    UnreadableFile,
    parsed,
)
from apps.infrastructure import patterns

NOT_TEXT = "The file holds no text that can be read, though its name says so."
# Enough to tell an encoding.
SAMPLE_BYTES = 100_000
# What Windows writes in the languages of our guests.
WESTERN = frozenset(
    "áéíóúàâæçèêëîïôœùûüÿñãõäöß"
    "ÁÉÍÓÚÀÂÆÇÈÊËÎÏÔŒÙÛÜŸÑÃÕÄÖ"
    "¿¡«»“”„•…€£°½¼¾®©™§ªº·\N{NO-BREAK SPACE}"
    "\N{LEFT SINGLE QUOTATION MARK}\N{RIGHT SINGLE QUOTATION MARK}"
    "\N{EN DASH}\N{EM DASH}\N{MULTIPLICATION SIGN}"
)
# Markup needs more characters than the text that it holds.
MOST_BYTES = 12 * MOST_CHARS
LONGEST_HEADING = 80
# A shorter line, of a list or an address, ends where it was meant to.
SHORTEST_WRAPPED = 50
SENTENCE_ENDS = ".!?:;"
_NUMBERED = patterns.compile(r"^(\d+\.)+\d*\s+\S|^(section|chapter|part)\s+\w+", "i")
_UNDERLINE = patterns.compile(r"^(=|-|~|_|\*){3,}$")
_BLANK_LINES = patterns.compile(r"\n\s*\n")


def decoded(path: str) -> str:
    """Raises UnreadableFile for what is no text, or too much of it."""
    content = Path(path).read_bytes()
    if len(content) > MOST_BYTES:
        raise UnreadableFile(TOO_MUCH_TEXT)
    text = _decoded(content)
    if not text or text.count("\0") > len(text) // 1000:
        raise UnreadableFile(NOT_TEXT)
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _decoded(content: bytes) -> str:
    for mark, encoding in (
        (b"\xef\xbb\xbf", "utf-8-sig"),
        (b"\xff\xfe", "utf-16"),
        (b"\xfe\xff", "utf-16"),
    ):
        if content.startswith(mark):
            return content.decode(encoding, errors="replace")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        western = content.decode("cp1252", errors="replace")
    if {sign for sign in western if not sign.isascii()} <= WESTERN:
        return western  # a short text tells too little of itself
    best = from_bytes(content[:SAMPLE_BYTES]).best()
    return content.decode(best.encoding, errors="replace") if best else ""


def read_markdown(path: str) -> ParsedFile:
    """As a web page: what is hidden in it is hidden in Markdown too."""
    markdown = MarkdownIt("commonmark", {"html": True}).enable(["table"])
    return html.read(f"<body>{markdown.render(decoded(path))}</body>")


def read_text(path: str) -> ParsedFile:
    return parsed(_blocks(decoded(path)))


def _blocks(text: str) -> Iterator[Block]:
    """A blank line ends a paragraph; form feeds end a page, as printers take them."""
    pages = text.split("\f")
    for number, page in enumerate(pages, 1):
        for paragraph in _BLANK_LINES.split(page):
            lines = [line.strip() for line in paragraph.strip().splitlines()]
            yield from _paragraph(lines, number if len(pages) > 1 else 0)


def _paragraph(lines: list[str], page: int) -> Iterator[Block]:
    if len(lines) > 1 and _UNDERLINE.search(lines[1]):
        yield Block(lines[0], 1, page, "heading")
        lines = lines[2:]
    elif len(lines) == 1 and _is_heading(lines[0]):
        yield Block(lines[0], 2, page, "heading")
        return
    if lines:
        yield Block("\n".join(_unwrapped(lines)), 0, page)


def _unwrapped(lines: list[str]) -> list[str]:
    """Long lines that break off within a sentence go on in the next one."""
    joined = lines[:1]
    for before, line in pairwise(lines):
        if len(before) >= SHORTEST_WRAPPED and before[-1] not in SENTENCE_ENDS:
            joined[-1] += f" {line}"
        else:
            joined.append(line)
    return joined


def _is_heading(line: str) -> bool:
    is_short = 0 < len(line) <= LONGEST_HEADING and line[-1] not in ".,;:!?"
    return is_short and (line.isupper() or bool(_NUMBERED.search(line)))
