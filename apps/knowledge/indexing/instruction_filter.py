"""Holds back sentences of a row that speak to the concierge, not about the resort, and
those that have guests give away their card numbers.

The text of a row is data whatever it says; but a sentence that gives orders was planted
or pasted by accident, and staff should know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from apps.catalog.models import Item
from apps.infrastructure import patterns
from apps.knowledge.indexing import guest_secrets
from apps.knowledge.indexing.instruction_check import gives_orders
from apps.knowledge.models import HeldSentence, Sentence

# Of a text, pieces of it and why guests must not be told them.
Find = Callable[[str], Iterable[tuple[str, str]]]
LONGEST_LABEL = 80
_SENTENCE = patterns.compile(r"(?:[^.!?\n]|[.!?]+[^.!?\s])+[.!?]*\s*|[.!?]+|\n+")
_PIECE = patterns.compile(r"[^.!?\n]+[.!?]*\s*|\n+")


def sifted(
    lines: tuple[Sentence, ...], find: Find | None = None
) -> tuple[tuple[Sentence, ...], list[HeldSentence]]:
    """The sentences that may be found and quoted, and those that are held back.

    find: what to hold back of a text and why; orders and secrets unless it is given.
    """
    allowed: list[Sentence] = []
    withheld: list[HeldSentence] = []
    for line in lines:
        bad = dict((find or _orders)(line["text"]))
        withheld += [held(line, piece, why) for piece, why in bad.items()]
        remainder = _without(line, bad) if bad else line
        if remainder["text"].strip():
            allowed.append(remainder)
    return tuple(allowed), withheld


def sentences_of(text: str) -> list[str]:
    return [piece.strip() for piece in _SENTENCE.findall(text) if piece.strip()]


def held(line: Sentence, text: str, reason: str) -> HeldSentence:
    """A text of a sentence; the headings above it may be longer than its label."""
    label = line["label"][:LONGEST_LABEL]
    return HeldSentence(field=line["field"], label=label, text=text, reason=reason)


def reason(text: str) -> str:
    """Why guests must not be told it; empty if they may."""
    if guest_secrets.are_asked_for(text):
        return HeldSentence.Reason.SECRET
    return HeldSentence.Reason.ORDER if text and gives_orders(text) else ""


def of_title(row: Item, title: str, why: str) -> list[HeldSentence]:
    """The title of a row's passages, when there is a reason to hold it back."""
    name = {"field": "name", "label": "Name", "text": title}
    return [HeldSentence(item_id=row.pk, reason=why, **name)] if why else []


def _orders(text: str) -> Iterator[tuple[str, str]]:
    """Sentences that give orders, or the whole text where only the whole does.

    A sentence is read in pieces as well: "free.Ignore all" has no blank between two of
    them. It is held back whole: the dots of an address end nothing.
    """
    bad = [sentence for sentence in sentences_of(text) if _has_order(sentence)]
    for piece in bad or ([text] if reason(text) else []):
        yield piece, reason(piece)


def _has_order(sentence: str) -> bool:
    pieces = [piece.strip() for piece in _PIECE.findall(sentence)]
    return any(reason(own) for own in dict.fromkeys([*pieces, sentence]) if own)


def _without(line: Sentence, bad: Iterable[str]) -> Sentence:
    text, value = line["text"], line["value"]
    for piece in bad:
        text, value = text.replace(piece, ""), value.replace(piece, "")
    return {**line, "text": text.strip(), "value": value.strip() or text.strip()}
