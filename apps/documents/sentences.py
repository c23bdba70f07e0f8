"""Divides a section into the sentences that are found, quoted and marked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from apps.documents.models import Section
from apps.documents.parsing.blocks import CELL, EMPTY_CELL
from apps.infrastructure import patterns

SENTENCE_END = patterns.compile(r"\s+", before=r"[.!?]", behind=r"[A-Z0-9\"'(\u201c]")
# A text without any end of a sentence is cut at a blank.
LONGEST = 600
LEAST_CELLS = 2


@dataclass(frozen=True)
class Sentence:
    """number: in the document, from 1. text: for guests; quote: as it is written.

    They differ for a line of a table, which is read with the heads of its columns.
    page: 0 where the file has no pages.
    """

    number: int
    text: str
    quote: str
    page: int
    kind: str


def of(sections: Sequence[Section]) -> Iterator[tuple[Section, list[list[Sentence]]]]:
    """Each section with the sentences of each of its parts."""
    number = 0
    for section in sections:
        parts: list[list[Sentence]] = []
        heads: list[str] = []
        for place, part in enumerate(section.parts):
            heads = _heads(section.parts, place, heads)
            texts = list(_texts(part, heads))
            parts.append(
                [
                    Sentence(number + own, text, quote, part["page"], part["kind"])
                    for own, (text, quote) in enumerate(texts, 1)
                ]
            )
            number += len(texts)
        yield section, parts


def _texts(part: dict[str, Any], heads: Sequence[str]) -> Iterator[tuple[str, str]]:
    """(Text, quote) of each sentence; the first line of a table is one as well."""
    if part["kind"] == "table":
        yield _row_sentence(part["text"], heads), part["text"]
        return
    for line in part["text"].splitlines():
        for sentence in SENTENCE_END.split(line):
            for piece in _pieces(sentence.strip()):
                yield piece.removeprefix("• "), piece


def _pieces(sentence: str) -> Iterator[str]:
    while len(sentence) > LONGEST:
        cut = sentence.rfind(" ", LONGEST // 2, LONGEST)
        cut = cut if cut > 0 else LONGEST
        yield sentence[:cut]
        sentence = sentence[cut:].strip()
    if sentence:
        yield sentence


def _heads(parts: Sequence[dict[str, Any]], place: int, before: list[str]) -> list[str]:
    """The heads of the columns of a table that begins here, or goes on.

    A first line without digits, above a line of as many cells, has them; a title may
    stand over it.
    """
    if parts[place]["kind"] != "table":
        return []
    if _is_below_cells(parts, place):
        return before
    cells = parts[place]["text"].split(CELL)
    following = parts[place + 1]["text"] if place + 1 < len(parts) else ""
    is_alike = len(following.split(CELL)) == len(cells) >= LEAST_CELLS
    has_digit = any(sign.isdigit() for sign in parts[place]["text"])
    return cells if is_alike and not has_digit else []


def _is_below_cells(parts: Sequence[dict[str, Any]], place: int) -> bool:
    """Whether lines of the same table that have several cells stand above."""
    above = (parts[other] for other in reversed(range(place)))
    rows = takewhile(lambda part: part["kind"] == "table", above)
    return any(CELL in part["text"] for part in rows)


def _row_sentence(text: str, heads: Sequence[str]) -> str:
    """ "Deep tissue: Minutes 80, Price $240" of "Deep tissue | 80 | $240".

    Nothing is said of an empty cell. A word that stands in all columns is said once:
    "Sunday: closed".
    """
    cells = text.split(CELL)
    is_below_heads = len(cells) == len(heads) and cells != list(heads)
    heads = heads if is_below_heads else [""] * len(cells)
    pairs = list(zip(heads[1:], cells[1:], strict=True))
    values = ", ".join(_value(head, cell) for head, cell in pairs if cell != EMPTY_CELL)
    if len(pairs) > 1 and len(set(cells[1:])) == 1 and cells[1].isalpha():
        values = cells[1]
    name = "" if cells[0] == EMPTY_CELL else cells[0]
    return ": ".join(filter(None, [name, values]))


def _value(head: str, cell: str) -> str:
    return cell if head in {"", EMPTY_CELL} else f"{head} {cell}"
