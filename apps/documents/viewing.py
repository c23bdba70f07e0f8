"""What one page of the viewer shows of a document, and where a sentence is marked."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from threading import BoundedSemaphore
from typing import Any

from django.conf import settings
from django.core.cache import cache

from apps.documents import kinds, sandbox, sentences
from apps.documents.models import Document
from apps.documents.reading import BETWEEN_HEADINGS
from apps.documents.sentences import Sentence

# Characters of a file without pages that one page of the viewer shows.
PAGE_CHARS = 15_000
# Children that draw at the same time in this process.
MOST_DRAWING = 2
DRAW_WAIT_SECONDS = 15.0
# How long a page that could not be drawn is shown as text without another attempt.
FAILURE_SECONDS = 3_600
_drawing = BoundedSemaphore(MOST_DRAWING)


@dataclass(frozen=True)
class Part:
    """A paragraph or a line of a table, by its sentences. heading: where one begins."""

    heading: str
    kind: str
    sentences: list[Sentence]


@dataclass(frozen=True)
class View:
    """number, count: of the page, and of all. marked: the number of the sentence."""

    number: int
    count: int
    parts: list[Part]
    marked: int = 0

    @property
    def quote(self) -> str:
        """The words that are marked; empty where they stand on another page."""
        lines = (line for part in self.parts for line in part.sentences)
        return next((line.quote for line in lines if line.number == self.marked), "")


def of(
    document: Document, number: int = 0, marked: int = 0, held: Collection[str] = ()
) -> View:
    """number: of the page; 0 for the page of the marked sentence, or the first.

    held: sentences and headings that guests are not shown.
    """
    pages = _pages(document, held)
    count = document.pages if has_pictures(document) else max(pages, default=1)
    number = number or _page_of(pages, marked) or 1
    number = min(max(number, 1), max(count, 1))
    return View(number, count, pages.get(number, []), marked)


def same_sentence(document: Document, number: int, newer: Document) -> int:
    """The number that a sentence has in a newer version; 0 where it is not there."""
    quote = next((own.quote for own in _lines(document) if own.number == number), "")
    return next((own.number for own in _lines(newer) if own.quote == quote), 0)


def has_pictures(document: Document) -> bool:
    return document.kind == kinds.PDF


def drawn(
    document: Document, number: int, sentence: str = "", held: Collection[str] = ()
) -> dict[str, Any]:
    """As `sandbox.draw`, computed once. Raises `sandbox.UnreadableFile`, at once for a
    page that has failed within the hour, whatever sentence is marked."""
    path = picture(document, number, held)
    key = f"document-page:{document.public_id}:{path.stem}:{_digest(sentence)}"
    drawing: dict[str, Any] | None = cache.get(key)
    if drawing is None or not path.exists():
        drawing = _draw(document, number, sentence, path, held)
        cache.set(key, drawing)
    return drawing


def picture(document: Document, number: int, held: Collection[str] = ()) -> Path:
    """Where the picture of a page is kept; another one where other words are held."""
    name = f"{number}-{_digest(*sorted(held))}" if held else str(number)
    return _folder(document) / f"{name}.png"


def forget(document: Document) -> None:
    """Removes the file and the pictures of a document that is gone."""
    shutil.rmtree(_folder(document), ignore_errors=True)
    document.file.delete(save=False)


def _digest(*texts: str) -> str:
    return hashlib.sha256(json.dumps(texts).encode()).hexdigest()


def _draw(
    document: Document,
    number: int,
    sentence: str,
    picture_path: Path,
    held: Collection[str],
) -> dict[str, Any]:
    _refuse_failed(document, number)
    _folder(document).mkdir(parents=True, exist_ok=True)
    if not _drawing.acquire(timeout=DRAW_WAIT_SECONDS):
        raise sandbox.UnreadableFile("Too many pages are being drawn.")
    try:
        _refuse_failed(document, number)
        with sandbox.file_of(document) as path:
            return sandbox.draw(path, number, sentence, picture_path, held)
    except sandbox.UnreadableFile as error:
        cache.add(_failure_key(document, number), str(error), FAILURE_SECONDS)
        raise
    finally:
        _drawing.release()


def _refuse_failed(document: Document, number: int) -> None:
    """Raises UnreadableFile, also where another request failed meanwhile."""
    if error := cache.get(_failure_key(document, number)):
        raise sandbox.UnreadableFile(error)


def _failure_key(document: Document, number: int) -> str:
    return f"document-page-failure:{document.public_id}:{number}"


def _folder(document: Document) -> Path:
    root = Path(settings.MEDIA_ROOT) / "documents" / "pages"
    return root / str(document.public_id)


def _lines(document: Document) -> Iterator[Sentence]:
    for _, parts in sentences.of(list(document.sections.all())):
        yield from chain.from_iterable(parts)


def _pages(document: Document, held: Collection[str]) -> dict[int, list[Part]]:
    """By number; a file without pages is divided between its sections."""
    pages: dict[int, list[Part]] = {}
    for number, part in _numbered(document, held):
        pages.setdefault(number, []).append(part)
    return pages


def _numbered(document: Document, held: Collection[str]) -> Iterator[tuple[int, Part]]:
    number, chars = 1, 0
    for section, parts in sentences.of(list(document.sections.all())):
        size = sum(len(line.quote) for lines in parts for line in lines)
        if chars and chars + size > PAGE_CHARS:
            number, chars = number + 1, 0
        chars += size
        heading = _shown_heading(section.heading, held)
        for own, lines in zip(section.parts, parts, strict=True):
            shown = [line for own_line in lines for line in _shown(own_line, held)]
            yield own["page"] or number, Part(heading, own["kind"], shown)
            heading = ""


def _shown_heading(heading: str, held: Collection[str]) -> str:
    """The levels of a heading without those that are held back."""
    if heading in held:
        return ""
    levels = heading.split(BETWEEN_HEADINGS)
    return BETWEEN_HEADINGS.join(level for level in levels if level not in held)


def _shown(line: Sentence, held: Collection[str]) -> Iterator[Sentence]:
    """The sentence without what is held back; nothing where nothing is left of it."""
    quote = line.quote
    for text in held:
        if text in line.text and text not in quote:  # of a line of a table
            return
        quote = quote.replace(text, " ")
    if quote.strip():
        yield replace(line, quote=quote.strip())


def _page_of(pages: Mapping[int, Sequence[Part]], marked: int) -> int:
    for number, parts in pages.items():
        if any(line.number == marked for part in parts for line in part.sentences):
            return number
    return 0
