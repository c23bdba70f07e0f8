"""Small pieces that every reader uses."""

from __future__ import annotations

from collections.abc import Sequence

from apps.infrastructure import patterns
from apps.knowledge.indexing.visible_text import visible
from apps.knowledge.models import Sentence

MARK = patterns.compile(r"\[(\d{1,2})\]")


def sentence(field: str, label: str, value: object, text: str) -> Sentence:
    """One fact with the field it stands in and the value as staff wrote it.

    A number in brackets is a source mark, which no record may forge.
    """
    text = MARK.sub(lambda mark: f"({mark[1]})", visible(text))
    return {"field": field, "label": label, "value": visible(str(value)), "text": text}


def listed(values: Sequence[str]) -> str:
    """`a, b and c`."""
    *head, last = values or [""]
    return f"{', '.join(head)} and {last}" if head else last


def dollars(amount: object) -> str:
    """`$169`, or `$169.50` when there are cents."""
    text = f"{amount:,.2f}" if amount is not None else ""
    return f"${text.removesuffix('.00')}"
