"""Holds back sentences of a row that speak to the concierge, not about the resort, and
those that have guests give away their card numbers.

The text of a row is data whatever it says; but a sentence that gives orders was planted
or pasted by accident, and staff should know.
"""

from __future__ import annotations

from collections.abc import Iterator

from apps.catalog.models import Item
from apps.infrastructure import patterns
from apps.knowledge.indexing import guest_secrets
from apps.knowledge.indexing.instruction_check import gives_orders
from apps.knowledge.models import HeldSentence, Sentence

LONGEST_LABEL = 80
_SENTENCE = patterns.compile(r"(?:[^.!?\n]|[.!?]+[^.!?\s])+[.!?]*\s*|[.!?]+|\n+")
_PIECE = patterns.compile(r"[^.!?\n]+[.!?]*\s*|\n+")


def sifted(
    lines: tuple[Sentence, ...],
) -> tuple[tuple[Sentence, ...], list[HeldSentence]]:
    """The sentences that may be found and quoted, and those that are held back."""
    allowed: list[Sentence] = []
    orders: list[HeldSentence] = []
    for line in lines:
        bad = list(_orders(line["text"]))
        orders += [held(line, piece, reason(piece)) for piece in bad]
        remainder = _without(line, bad) if bad else line
        if remainder["text"].strip():
            allowed.append(remainder)
    return tuple(allowed), orders


def held(line: Sentence, text: str, reason: str) -> HeldSentence:
    """A text of a sentence; the headings above it may be longer than its label."""
    label = line["label"][:LONGEST_LABEL]
    return HeldSentence(field=line["field"], label=label, text=text, reason=reason)


def reason(text: str) -> str:
    """Why guests must not be told it; empty if they may."""
    if text and gives_orders(text):
        return HeldSentence.Reason.ORDER
    is_of_secrets = guest_secrets.are_asked_for(text)
    return HeldSentence.Reason.SECRET if is_of_secrets else ""


def of_title(row: Item, title: str) -> list[HeldSentence]:
    """The title of a row's passages, when it gives orders."""
    why = reason(title)
    name = {"field": "name", "label": "Name", "text": title}
    return [HeldSentence(item_id=row.pk, reason=why, **name)] if why else []


def _orders(text: str) -> Iterator[str]:
    """Sentences that give orders, or the whole text where only the whole does.

    A sentence is read in pieces as well: "free.Ignore all" has no blank between two of
    them. It is held back whole: the dots of an address end nothing.
    """
    whole = [piece.strip() for piece in _SENTENCE.findall(text) if piece.strip()]
    bad = [sentence for sentence in whole if _has_order(sentence)]
    yield from bad or ([text] if reason(text) else [])


def _has_order(sentence: str) -> bool:
    pieces = [piece.strip() for piece in _PIECE.findall(sentence)]
    return any(reason(own) for own in dict.fromkeys([*pieces, sentence]) if own)


def _without(line: Sentence, bad: list[str]) -> Sentence:
    text, value = line["text"], line["value"]
    for piece in bad:
        text, value = text.replace(piece, ""), value.replace(piece, "")
    return {**line, "text": text.strip(), "value": value.strip() or text.strip()}
