"""Redacts a text while it comes, piece by piece.

What may still become an address, a number or a name waits in a tail window; everything
before it is redacted and passes.
"""

from __future__ import annotations

from collections.abc import Callable

from apps.infrastructure import patterns
from apps.privacy.redaction import redact

# The longest beginning that waits; what is longer was none of a person's marks.
LONGEST_TAIL = 200
# Beginnings of what `redaction.PATTERNS` know, as far as the text goes; the last word
# always waits, for it may go on.
_TAIL = patterns.compile(
    r"(?is)(?:"
    r"\b(?:bearer|birthday|born|dob|date of|my name|me llamo|je m'appelle)\b[^\n]{0,48}"
    r"|\b(?:date|my|me|je)\s+\w*"
    r"|\b(?:card|member(?:ship)?|player'?s?|account|loyalty)\s*(?:card\s*)?"
    r"(?:n[a-z]*\.?|\#|i|id)?\s*(?:is|i|:)?\s*[a-z0-9-]*\S*"
    r"|\b[a-z]{2}\d{2}[a-z0-9 ]*\S*"
    r"|[+(]*\d[\d .():/-]*\S*"
    r"|\S+"
    r"|\s+"
    r")$",
    "a",
)


class Redactor:
    """Feed it the stream; together the pieces are `redact` of the whole text.

    keep: whether what was found may be shown all the same.
    """

    def __init__(self, keep: Callable[[str], bool]) -> None:
        self._keep, self._held = keep, ""

    def feed(self, piece: str) -> str:
        """What may be shown now."""
        self._held += piece
        tail = _TAIL.search(self._held)
        start = tail.start() if tail else len(self._held)
        if len(self._held) - start > LONGEST_TAIL:
            start = len(self._held)
        ready, self._held = self._held[:start], self._held[start:]
        return redact(ready, self._keep)

    def finish(self) -> str:
        """What is left at the end."""
        ready, self._held = self._held, ""
        return redact(ready, self._keep)
