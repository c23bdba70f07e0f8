"""What a reader sees of a web page: no script, no hidden element, no comment."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from lxml import etree
from lxml import html as lxml_html

from apps.documents.parsing import stylesheets
from apps.documents.parsing.blocks import (
    Block,
    ParsedFile,
    UnreadableFile,
    parsed,
    table_row,
)
from apps.infrastructure import patterns

DAMAGED = "The file cannot be read as a web page."
SILENT = frozenset({"script", "style", "template", "head", "noscript", "svg", "math"})
# Controls and media, whose text is no part of what is read.
CONTROLS = frozenset({"form", "select", "button", "nav", "dialog", "iframe", "object"})
MEDIA = frozenset({"embed", "audio", "video", "canvas"})
LEFT_OUT = SILENT | CONTROLS | MEDIA
HEADINGS = {f"h{level}": level for level in range(1, 7)}
LISTS = frozenset({"ul", "ol", "dl", "dt", "dd", "li"})
TABLES = frozenset({"table", "thead", "tbody", "tfoot", "tr", "caption"})
REGIONS = frozenset({"body", "html", "div", "section", "article", "main", "header"})
PARAGRAPHS = frozenset({"p", "blockquote", "pre", "address", "br", "hr", "summary"})
OTHERS = frozenset({"footer", "aside", "figure", "figcaption", "details"})
BLOCKS = LISTS | TABLES | REGIONS | PARAGRAPHS | OTHERS
MOST_ELEMENTS = 500_000
TOO_MANY_ELEMENTS = "The page has more than 500,000 elements. Divide it."
_UNSEEN = patterns.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0"
    r"|opacity\s*:\s*0[.0]*(?:[^.\d]|$)"
    r"|(?:^|[^-\w])color\s*:\s*(white|#fff\b|#ffffff|transparent)",
    "i",
)


def read(text: str) -> ParsedFile:
    """Raises UnreadableFile."""
    root = _root(text)
    title = root.findtext(".//title") or ""
    return parsed(blocks(root), title)


def _root(text: str) -> Any:
    # The text is decoded already, whatever it declares.
    parser = lxml_html.HTMLParser(
        encoding="utf-8", remove_comments=True, remove_pis=True, huge_tree=False
    )
    try:
        root = lxml_html.document_fromstring(text.encode("utf-8"), parser=parser)
    except (etree.ParserError, etree.XMLSyntaxError, ValueError) as error:
        raise UnreadableFile(DAMAGED) from error
    if sum(1 for _ in islice(root.iter(), MOST_ELEMENTS + 1)) > MOST_ELEMENTS:
        raise UnreadableFile(TOO_MANY_ELEMENTS)
    return root


def blocks(root: Any) -> Iterator[Block]:
    """Walks without recursion: a page may be nested as deep as it likes."""
    return _Walk(stylesheets.rules(root)).blocks(root)


class _Walk:
    """Collects words until a block begins or ends."""

    def __init__(self, rules: Sequence[stylesheets.Rule]) -> None:
        self._rules = rules
        self._words: list[str] = []
        self._row: list[str] | None = None
        self._level = 0
        self._hidden_depth = 0

    def blocks(self, root: Any) -> Iterator[Block]:
        for event, element in etree.iterwalk(root, events=("start", "end")):
            tag = element.tag if isinstance(element.tag, str) else ""
            if event == "start":
                yield from self._start(element, tag)
            else:
                yield from self._end(element, tag)
        yield from self._flush()

    def _start(self, element: Any, tag: str) -> Iterator[Block]:
        if self._hidden_depth or self._is_hidden(element, tag):
            self._hidden_depth += 1
            return
        if tag in BLOCKS or tag in HEADINGS:
            yield from self._flush()
        if tag in HEADINGS:
            self._level = HEADINGS[tag]
        elif tag == "tr":
            self._row = []
        elif tag == "li":
            self._words.append("• ")
        self._words.append(element.text or "")

    def _is_hidden(self, element: Any, tag: str) -> bool:
        return _is_hidden(element, tag) or stylesheets.hide(self._rules, element)

    def _end(self, element: Any, tag: str) -> Iterator[Block]:
        if self._hidden_depth:
            self._hidden_depth -= 1
        elif tag in {"td", "th"} and self._row is not None:
            self._row.append(self._pop_text())
        elif tag == "tr" and self._row is not None:
            text = table_row([*self._row, *filter(None, [self._pop_text()])])
            self._row = None
            yield Block(text, kind="table")
        elif tag in BLOCKS or tag in HEADINGS:
            yield from self._flush()
            self._level = 0 if tag in HEADINGS else self._level
        if not self._hidden_depth:
            self._words.append(element.tail or "")

    def _flush(self) -> Iterator[Block]:
        """Nothing inside of a table's row, whose cells are one line."""
        if self._row is not None:
            self._words.append(" ")
            return
        text = self._pop_text()
        if text.strip("• "):
            kind = "heading" if self._level else "text"
            yield Block(text, self._level, kind=kind)  # type: ignore[arg-type]

    def _pop_text(self) -> str:
        text, self._words = " ".join("".join(self._words).split()), []
        return text


def _is_hidden(element: Any, tag: str) -> bool:
    if not tag or tag in LEFT_OUT or "hidden" in element.attrib:
        return True
    if element.get("aria-hidden") == "true":
        return True
    return bool(_UNSEEN.search(element.get("style") or ""))
