"""Holds back what of a row speaks to the concierge instead of about the resort.

Text of a row is data whatever it says; but a sentence that gives orders was planted or
pasted by accident, and staff should know. The check itself is a setting, because it
belongs to the guardrails, a storey above.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from django.conf import settings
from django.utils.module_loading import import_string

from apps.catalog.models import Item
from apps.infrastructure import patterns
from apps.knowledge.models import HeldSentence, Sentence

_PIECE = patterns.compile(r"[^.!?\n]+[.!?]*\s*|\n+")


def sifted(
    lines: tuple[Sentence, ...],
) -> tuple[tuple[Sentence, ...], list[HeldSentence]]:
    """What of these sentences may be found and quoted, and what is held back."""
    kept: list[Sentence] = []
    held: list[HeldSentence] = []
    for line in lines:
        bad = list(_orders(line["text"]))
        held += [
            HeldSentence(field=line["field"], label=line["label"], text=piece)
            for piece in bad
        ]
        rest = _without(line, bad) if bad else line
        if rest["text"].strip():
            kept.append(rest)
    return tuple(kept), held


def of_title(row: Item, title: str) -> list[HeldSentence]:
    """What stands above every passage of a row, when it gives orders."""
    if not _check()(title):
        return []
    return [HeldSentence(item_id=row.pk, field="name", label="Name", text=title)]


def _orders(text: str) -> Iterator[str]:
    """Sentences that give orders, or the whole text where only the whole does."""
    is_order = _check()
    pieces = [piece.strip() for piece in _PIECE.findall(text) if piece.strip()]
    bad = [piece for piece in pieces if is_order(piece)]
    yield from bad or ([text] if is_order(text) else [])


def _without(line: Sentence, bad: list[str]) -> Sentence:
    text, value = line["text"], line["value"]
    for piece in bad:
        text, value = text.replace(piece, ""), value.replace(piece, "")
    return {**line, "text": text.strip(), "value": value.strip() or text.strip()}


@cache
def _check() -> Callable[[str], bool]:
    check: Callable[[str], bool] = import_string(settings.INSTRUCTION_CHECK)
    return check
