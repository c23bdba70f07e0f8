"""Turns a speaker's passage numbers into source numbers while the text streams.

The speaker writes [3] for the third passage. Guests see sources numbered in the order
in which they appear, one for each fact quoted, never half a mark.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from apps.concierge.state import Citation
from apps.infrastructure import patterns

MARK = patterns.compile(r"\[(\d{1,2})\]")
# The longest beginning of a mark that may still become one: "[12".
HALF_MARK = patterns.compile(r"\[\d{0,2}$")
SENTENCE_ENDS = (". ", "! ", "? ", ": ", "\n")
WORD = patterns.compile(r"\w+")
# Of a longer sentence a citation keeps the end.
LONGEST_SENTENCE = 1200


class Marks:
    """Feed it the stream piece by piece; `citations` grows as marks pass."""

    def __init__(self, found: Sequence[Mapping[str, Any]]) -> None:
        self._found = found
        self._held = ""
        self._said = ""
        self._numbers: dict[tuple[int, str], int] = {}
        self.citations: list[Citation] = []

    def feed(self, piece: str) -> str:
        """What may be shown now; a half mark waits for its rest."""
        text = self._held + piece
        half = HALF_MARK.search(text)
        self._held = text[half.start() :] if half else ""
        return self._replace(text[: half.start()] if half else text)

    def rest(self) -> str:
        """What is left at the end; an unfinished mark is no mark."""
        held, self._held = self._held, ""
        return self._replace(held)

    def _replace(self, text: str) -> str:
        shown: list[str] = []
        start = 0
        for match in MARK.finditer(text):
            self._say(shown, text[start : match.start()])
            shown.append(self._mark(int(match.group(1))))
            start = match.end()
        self._say(shown, text[start:])
        return "".join(shown)

    def _say(self, shown: list[str], words: str) -> None:
        shown.append(words)
        self._said = (self._said + words)[-LONGEST_SENTENCE:]

    def _mark(self, number: int) -> str:
        if not 1 <= number <= len(self._found):
            return ""  # a number without a passage is not a source
        passage = self._found[number - 1]
        line = _quoted(passage["metadata"]["sentences"], self._sentence())
        key = (passage["metadata"]["item_id"], line["field"])
        if key not in self._numbers:
            self._numbers[key] = len(self._numbers) + 1
            said = self._sentence().strip()
            self.citations.append(_citation(self._numbers[key], passage, line, said))
        return f"[{self._numbers[key]}]"

    def _sentence(self) -> str:
        """The words since the last sentence ended."""
        said = self._said.rstrip().rstrip(".!?:")
        ends = [said.rfind(end) + len(end) for end in SENTENCE_ENDS if end in said]
        start = max(ends, default=0)
        return said[start:]


def _quoted(lines: Sequence[Mapping[str, str]], sentence: str) -> Mapping[str, str]:
    """The line of a passage that the sentence draws on: most words in common."""
    words = set(WORD.findall(sentence.lower()))

    def shared(line: Mapping[str, str]) -> float:
        own = set(WORD.findall(line["text"].lower()))
        return len(words & own) / (len(own) ** 0.5 or 1.0)

    return max(lines, key=shared)


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
        "quote": line["value"],
        "revision": row["revision"],
        "source": row["source"],
        "url": row["website"],
        "updated_at": row["updated_at"],
    }
