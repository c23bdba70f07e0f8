"""Small pieces that every reader uses."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from apps.infrastructure import patterns
from apps.knowledge.indexing.visible_text import visible
from apps.knowledge.models import Sentence

MAX_TEXTS = 1024
MARK = patterns.compile(r"\[(\d{1,2})\]")
# What is computed of the hours is the same for many questions.
_visible = lru_cache(MAX_TEXTS)(visible)


def sentence(field: str, label: str, value: object, text: str) -> Sentence:
    """One fact with the field it stands in and the value as staff wrote it.

    A number in brackets is a source mark, which no record may forge.
    """
    return {
        "field": field,
        "label": label,
        "value": _visible(str(value)),
        "text": _without_marks(text),
    }


@lru_cache(MAX_TEXTS)
def _without_marks(text: str) -> str:
    return MARK.sub(lambda mark: f"({mark[1]})", _visible(text))


def listed(values: Sequence[str]) -> str:
    """`a, b and c`."""
    *head, last = values or [""]
    return f"{', '.join(head)} and {last}" if head else last


def dollars(amount: object) -> str:
    """`$169`, or `$169.50` when there are cents."""
    text = f"{amount:,.2f}" if amount is not None else ""
    return f"${text.removesuffix('.00')}"
