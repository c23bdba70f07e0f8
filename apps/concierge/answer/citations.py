"""Turns a speaker's passage numbers into source numbers while the text streams.

The speaker writes [3] for the third passage. Guests see sources numbered in the order
in which they appear, one for each fact quoted, and never half a marker.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from apps.concierge.state import Citation
from apps.infrastructure import patterns

_MARKER = patterns.compile(r"\[(\d{1,2})\]")
_MARKER_AND_SPACE = patterns.compile(r"\s*\[\d{1,2}\]")
# The longest beginning of a marker that may still become one: "[12".
_HALF_MARKER = patterns.compile(r"\[\d{0,2}$")
_WORD = patterns.compile(r"\w+")
_SENTENCE_END = patterns.compile(r"\s+", before=r"[.!?]", behind=r"[A-Z\"'(]")
# A translated value and, in its own words, what the record says: italiana («Italian»).
_RECORDED_VALUE = patterns.compile(r"«\s*([^«»]+?)\s*»")
# Of a row that staff have written as a question with its answer.
WRITTEN_ANSWER = "answer"
SENTENCE_ENDS = (". ", "! ", "? ", ": ", "\n")
# A citation keeps the end of a longer sentence.
LONGEST_SENTENCE = 1200


def without_markers(text: str) -> str:
    """The text without its source numbers, which only a page can open."""
    return _MARKER_AND_SPACE.sub("", text)


class CitationMarkers:
    """Feed it the stream piece by piece; `citations` grows as markers pass."""

    def __init__(self, passages: Sequence[Mapping[str, Any]]) -> None:
        self._passages = passages
        self._held = ""
        self._shown_text = ""
        self._numbers: dict[tuple[int, str], int] = {}
        self.citations: list[Citation] = []

    def feed(self, piece: str) -> str:
        """The text that may be shown now; half a marker waits for its other half."""
        text = self._held + piece
        half = _HALF_MARKER.search(text) if "[" in text else None
        self._held = text[half.start() :] if half else ""
        return self._replace(text[: half.start()] if half else text)

    def flush(self) -> str:
        """The text held back at the end; an unfinished marker is no marker."""
        held, self._held = self._held, ""
        return self._replace(held)

    def _replace(self, text: str) -> str:
        shown: list[str] = []
        start = 0
        for match in _MARKER.finditer(text) if "[" in text else ():
            self._show(shown, text[start : match.start()])
            shown.append(self._source_marker(int(match.group(1))))
            start = match.end()
        self._show(shown, text[start:])
        return "".join(shown)

    def _show(self, shown: list[str], words: str) -> None:
        shown.append(words)
        self._shown_text = (self._shown_text + words)[-LONGEST_SENTENCE:]

    def _source_marker(self, number: int) -> str:
        if not 1 <= number <= len(self._passages):
            return ""  # a number without a passage is not a source
        passage = self._passages[number - 1]
        sentence = self._sentence()
        line = _quoted_line(passage["metadata"]["sentences"], sentence)
        key = (passage["metadata"]["item_id"], line["field"])
        if key in self._numbers:
            cited = self.citations[self._numbers[key] - 1]
            cited["quote"] = _with_line(cited["quote"], line, sentence)
        if key not in self._numbers:
            self._numbers[key] = len(self._numbers) + 1
            self.citations.append(
                _citation(self._numbers[key], passage, line, sentence.strip())
            )
        return f"[{self._numbers[key]}]"

    def _sentence(self) -> str:
        """The words since the last sentence ended."""
        text = self._shown_text.rstrip().rstrip(".!?:")
        ends = [text.rfind(end) + len(end) for end in SENTENCE_ENDS if end in text]
        return text[max(ends, default=0) :]


def _quoted_line(
    lines: Sequence[Mapping[str, str]], sentence: str
) -> Mapping[str, str]:
    """The line of a passage that the sentence draws on: most words in common.

    A sentence that is nothing but a value, such as "$$$", belongs to its line, and so
    does one that quotes a value beside its translation.
    """
    words = set(_WORD.findall(sentence.lower()))
    bare = {_bare(sentence), *map(_bare, _RECORDED_VALUE.findall(sentence))}

    def closeness(line: Mapping[str, str]) -> tuple[bool, float]:
        texts = (line["text"], line.get("in_language", ""))
        return _bare(line["value"]) in bare, max(overlap(text) for text in texts)

    def overlap(text: str) -> float:
        line_words = set(_WORD.findall(text.lower()))
        return len(words & line_words) / (len(line_words) ** 0.5 or 1.0)

    return max(lines, key=closeness)


def _bare(value: str) -> str:
    return value.strip().rstrip(".").lower()


def _value(line: Mapping[str, str]) -> str:
    """As the record has it; what code has computed is in the guest's language."""
    return line.get("value_in_language") or line["value"]


def _with_line(quote: str, line: Mapping[str, str], sentence: str) -> str:
    """The quote of a field with what another line of the same field says."""
    if line["field"] == WRITTEN_ANSWER:
        return _with_sentence(line["value"], quote, sentence)
    value = _value(line)
    # A sentence of a document is marked on its own page.
    is_told = value in quote or "number" in line
    return quote if is_told else f"{quote.rstrip('.')}. {value}"


def _with_sentence(value: str, quote: str, sentence: str) -> str:
    """The quote and the sentence of a written answer that this one draws on, in the
    record's order."""
    written = _SENTENCE_END.split(value)
    words = set(_WORD.findall(sentence.lower()))
    closest = max(written, key=lambda own: len(words & set(_WORD.findall(own.lower()))))
    chosen = [own for own in written if own == closest or own in quote]
    return " ".join(chosen)


def _citation(
    number: int, passage: Mapping[str, Any], line: Mapping[str, str], sentence: str
) -> Citation:
    row = passage["metadata"]
    return {
        "n": number,
        "item_id": row["item_id"],
        "category": row["category"],
        "title": row["item_name"],
        "passage_id": row["passage_id"],
        "sentence": sentence,
        "field": line["field"],
        "field_label": line["label"],
        "quote": _with_sentence(line["value"], "", sentence)
        if line["field"] == WRITTEN_ANSWER
        else _value(line),
        "revision": row["revision"],
        "source": row["source"],
        "url": line.get("url") or row["website"],
        "updated_at": row["updated_at"],
        "verified_at": row["verified_at"],
    }
