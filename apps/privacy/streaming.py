"""Redacts a text while it comes, piece by piece.

What may still become an address, a number or a name waits in a tail window; everything
before it is redacted and passes.
"""

from __future__ import annotations

from collections.abc import Callable

from apps.infrastructure import patterns
from apps.privacy import redaction
from apps.privacy.redaction import redact

# The longest beginning that waits; what is longer was none of a person's marks.
LONGEST_TAIL = 200
# Beginnings of what `redaction.PATTERNS` know, as far as the text goes; the last word
# always waits, for it may go on.
_TAIL = patterns.compile(
    r"(?is)(?:"
    r"\b(?:bearer|birthday|born|dob|date of|my name|me llamo|je m'appelle)\b.{0,48}"
    r"|\b(?:date|my|me|je)\s+\S*"
    r"|\b(?:card|member(?:ship)?|player'?s?|account|loyalty)\s*(?:card\s*)?"
    r"(?:n[a-z]*\.?|\#|i|id)?\s*(?:is|i|:)?\s*[a-z0-9-]*\S*"
    r"|\b[a-z]{2}\d{2}[a-z0-9 ]*\S*"
    r"|[+(]*\d[\d .():/-]*\S*"
    r"|\S+"
    r"|\s+"
    r")$",
    "a",
)

# Without these, and without a digit, only the last word or the last space can go on.
_DIGITS = frozenset("0123456789")
_BEGINNINGS = [
    "account",
    "bearer",
    "birthday",
    "born",
    "card",
    "date",
    "dob",
    "je",
    "llamo",
    "loyalty",
    "m'appelle",
    "me",
    "member",
    "my",
    "player",
]
_SPACE = " \t\n\f\r"


class Redactor:
    """Feed it the stream; together the pieces are `redact` of the whole text.

    keep: whether what was found may be shown all the same.
    """

    def __init__(self, keep: Callable[[str], bool]) -> None:
        self._keep, self._held = keep, ""

    def feed(self, piece: str) -> str:
        """What may be shown now."""
        self._held += piece
        start = _tail_start(self._held)
        if len(self._held) - start > LONGEST_TAIL:
            start = len(self._held)
        ready, self._held = self._held[:start], self._held[start:]
        return redact(ready, self._keep)

    def finish(self) -> str:
        """What is left at the end."""
        ready, self._held = self._held, ""
        return redact(ready, self._keep)


def _tail_start(held: str) -> int:
    """Where what has to wait begins; the length of the text when nothing has to."""
    folded = held.casefold()
    if _DIGITS.isdisjoint(held) and not any(word in folded for word in _BEGINNINGS):
        words = held.rstrip(_SPACE)
        if len(words) < len(held):
            return len(words)
        return max(map(held.rfind, _SPACE)) + 1
    tail = _TAIL.search(held)
    return _outside_marks(tail.start() if tail else len(held), held)


def _outside_marks(start: int, held: str) -> int:
    """The place itself, or the beginning of the word or mark that it would cut."""
    while start and held[start - 1 : start + 1].isalnum():
        start -= 1
    cut = [begin for begin, end in redaction.spans(held) if begin < start < end]
    return _outside_marks(min(cut), held) if cut else start
