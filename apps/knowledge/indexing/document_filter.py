"""Holds back what a document must not tell guests.

That are orders to the concierge, numbers for guests in need that are none of the
helplines, and requests for card numbers or for payment at a contact of no row.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import PurePath

from apps.documents import uploads
from apps.documents.models import Document, Section
from apps.documents.reading import BETWEEN_HEADINGS
from apps.knowledge.indexing import foreign_contacts, help_numbers, instruction_filter
from apps.knowledge.models import HeldSentence, Sentence

Reason = HeldSentence.Reason
HEADING, TITLE, FILE_NAME = "Heading", "Title", "File name"
NEUTRAL_NAME = "Document"


class DocumentFilter:
    """held: of all that it was given so far, each text once."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._numbers = help_numbers.of(document.property)
        self._contacts = foreign_contacts.of(document.property)
        self._held: dict[str, HeldSentence] = {}

    @property
    def held(self) -> list[HeldSentence]:
        return list(self._held.values())

    def clean_names(self) -> None:
        """Gives it another title where guests must not be told it, and another file
        name. Both are stored with what else was read of it."""
        document = self._document
        if not self._allows(document.file_name, FILE_NAME):
            ending = PurePath(document.file_name).suffix
            document.file_name = f"{NEUTRAL_NAME}{ending}"
        if not self._allows(document.title, TITLE):
            document.title = uploads.title_of(document.file_name)

    def reason(self, text: str) -> str:
        """Why guests must not be told it; empty if they may."""
        if self._numbers.are_bypassed_by(text):
            return Reason.NUMBER
        if self._contacts.are_bypassed_by(text):
            return Reason.SECRET
        return instruction_filter.reason(text)

    def heading(self, section: Section) -> str:
        """The headings of a section without those that are held back."""
        levels = section.heading.split(BETWEEN_HEADINGS)
        allowed = [level for level in levels if self._allows(level, HEADING)]
        joined = BETWEEN_HEADINGS.join(allowed)
        is_of_one = joined in levels
        return joined if is_of_one or self._allows(joined, HEADING) else ""

    def sentences(self, lines: Sequence[Sentence]) -> list[Sentence]:
        """Those of a section that guests may be told."""
        allowed, orders = instruction_filter.sifted(tuple(self._checked(lines)))
        for row in orders:
            self._hold(row)
        return list(allowed)

    def _checked(self, lines: Sequence[Sentence]) -> Iterator[Sentence]:
        texts = [line["text"] for line in lines]
        for place, line in enumerate(lines):
            headings = (self._document.title, line["label"])
            before, behind = texts[max(place - 1, 0) : place], texts[place + 1 :][:1]
            if self._numbers.are_bypassed_by(
                line["text"], (*headings, *before, *behind)
            ):
                self._hold(instruction_filter.held(line, line["text"], Reason.NUMBER))
            elif self._contacts.are_bypassed_by(line["text"], (*headings, *before)):
                self._hold(instruction_filter.held(line, line["text"], Reason.SECRET))
            else:
                yield line

    def _allows(self, text: str, label: str) -> bool:
        reason = self.reason(text)
        if reason:
            row = HeldSentence(field="", label=label, text=text, reason=reason)
            self._hold(row)
        return not reason

    def _hold(self, row: HeldSentence) -> None:
        row.document = self._document
        self._held.setdefault(row.text, row)
