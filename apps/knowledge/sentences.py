"""Small pieces that every reader uses."""

from __future__ import annotations

from collections.abc import Sequence

from apps.knowledge.models import Sentence


def sentence(field: str, label: str, value: object, text: str) -> Sentence:
    """One fact with the field it stands in and the value as staff wrote it."""
    return {"field": field, "label": label, "value": str(value), "text": text}


def listed(values: Sequence[str]) -> str:
    """`a, b and c`."""
    *head, last = values or [""]
    return f"{', '.join(head)} and {last}" if head else last


def dollars(amount: object) -> str:
    """`$169`, or `$169.50` when there are cents."""
    text = f"{amount:,.2f}" if amount is not None else ""
    return f"${text.removesuffix('.00')}"


def article(phrase: str) -> str:
    """The phrase with `a` or `an` before it."""
    return f"{'an' if phrase[:1].lower() in 'aeiou' else 'a'} {phrase}"
